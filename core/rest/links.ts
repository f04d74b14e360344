import type { RestResponse } from './response.ts';

/** A short prefix of link relations: `cms:term` for `https://api.w.org/term`. */
export interface Curie {
  readonly name: string;
  readonly href: string;
  readonly templated: boolean;
}

/** Shortens relations by curies. */
export class Curies {
  readonly #curies: readonly { readonly curie: Curie; readonly before: string; readonly after: string }[];

  constructor(curies: readonly Curie[]) {
    this.#curies = curies.map((curie) => {
      const [before = '', after = ''] = curie.href.split('{rel}');
      return { curie, before, after };
    });
  }

  /** A relation as it is written in `_links`, and the curie that shortens it, if one does. */
  of(relation: string): Shortened {
    for (const { curie, before, after } of this.#curies) {
      if (relation.startsWith(before) && relation.endsWith(after) && relation.length > before.length + after.length) {
        return { name: `${curie.name}:${relation.slice(before.length, relation.length - after.length)}`, curie };
      }
    }
    return { name: relation };
  }
}

interface Shortened {
  readonly name: string;
  readonly curie?: Curie;
}

/**
 * Writes an answer's links as `_links`: attributes beside `href`, full relation URIs shortened by the
 * curies, and the curies used listed at the end. Undefined when there are none.
 */
export function compactLinks(response: RestResponse, curies: Curies): Record<string, unknown[]> | undefined {
  if (!response.hasLinks) return undefined;
  const compacted: Record<string, unknown[]> = {};
  const used = new Set<Curie>();
  for (const [relation, links] of response.links) {
    const { name, curie } = curies.of(relation);
    if (curie !== undefined) used.add(curie);
    compacted[name] = links.map(({ href, attributes }) => Object.assign({}, attributes, { href }));
  }
  if (used.size > 0) compacted.curies = [...used];
  return compacted;
}
