import type { Curie } from './hooks.ts';
import type { RestResponse } from './response.ts';

/**
 * Writes an answer's links as `_links`: attributes beside `href`, full relation URIs shortened by the
 * curies, and the curies used told at the end. Undefined when there are none.
 */
export function compactLinks(response: RestResponse, curies: readonly Curie[]): Record<string, unknown[]> | undefined {
  if (response.links.size === 0) return undefined;
  const compacted: Record<string, unknown[]> = {};
  const used = new Set<Curie>();
  for (const [relation, links] of response.links) {
    let name = relation;
    for (const curie of curies) {
      const [before = '', after = ''] = curie.href.split('{rel}');
      if (relation.startsWith(before) && relation.endsWith(after) && relation.length > before.length + after.length) {
        name = `${curie.name}:${relation.slice(before.length, relation.length - after.length)}`;
        used.add(curie);
        break;
      }
    }
    compacted[name] = links.map(({ href, attributes }) => ({ ...attributes, href }));
  }
  if (used.size > 0) compacted.curies = [...used];
  return compacted;
}
