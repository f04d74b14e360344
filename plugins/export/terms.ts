import type { Term } from '../terms/index.ts';
import type { ExportDependencies } from './dependencies.ts';
import type { Write } from './output.ts';
import { portableName } from './portable-name.ts';
import { metaElements, type StoredMeta, storedMeta } from './stored-meta.ts';
import type { XmlText } from './xml.ts';

/** How many terms have their metadata read at once. */
const BATCH = 200;

/** Writes the terms of every taxonomy, each behind the one that it lies below. */
export async function writeTerms(
  dependencies: Pick<ExportDependencies, 'brand' | 'database' | 'taxonomies' | 'terms'>,
  xml: XmlText,
  write: Write,
): Promise<void> {
  for (const { name } of dependencies.taxonomies.all()) {
    const { terms } = await dependencies.terms.query({ taxonomy: name, orderby: 'id' });
    const slugs = new Map(terms.map(({ id, slug }) => [id, slug]));
    const ordered = parentsFirst(terms);
    for (let at = 0; at < ordered.length; at += BATCH) {
      const batch = ordered.slice(at, at + BATCH);
      const ids = batch.map(({ id }) => id);
      const metas = await storedMeta(dependencies.database, 'term', ids);
      for (const term of batch)
        await write(
          termElement(
            { ...term, taxonomy: portableName(term.taxonomy, dependencies.brand) },
            slugs.get(term.parent) ?? '',
            metas.get(term.id) ?? [],
            xml,
          ),
        );
    }
  }
}

/** Terms in the order of their ids, but for those that would come before what they lie below. */
export function parentsFirst(terms: readonly Term[]): Term[] {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const ordered = new Set<Term>();
  for (const term of terms) {
    const line: Term[] = [];
    // A circle, which no store makes but a database may hold, ends where it began.
    for (let at: Term | undefined = term; at !== undefined && !ordered.has(at) && !line.includes(at); ) {
      line.push(at);
      at = byId.get(at.parent);
    }
    for (const each of line.reverse()) ordered.add(each);
  }
  return [...ordered];
}

const NAMES: Readonly<Record<string, { element: string; slug: string; name: string; description: string }>> = {
  category: {
    element: 'wp:category',
    slug: 'wp:category_nicename',
    name: 'wp:cat_name',
    description: 'wp:category_description',
  },
  post_tag: { element: 'wp:tag', slug: 'wp:tag_slug', name: 'wp:tag_name', description: 'wp:tag_description' },
};
const OTHER = { element: 'wp:term', slug: 'wp:term_slug', name: 'wp:term_name', description: 'wp:term_description' };

function termElement(term: Term, parent: string, metas: readonly StoredMeta[], xml: XmlText): string {
  const { element, slug, name, description } = NAMES[term.taxonomy] ?? OTHER;
  const parts = [`<${element}><wp:term_id>${term.id}</wp:term_id>`];
  if (element === 'wp:term') parts.push(xml.element('wp:term_taxonomy', term.taxonomy));
  parts.push(xml.element(slug, term.slug));
  if (element !== 'wp:tag')
    parts.push(xml.element(element === 'wp:term' ? 'wp:term_parent' : 'wp:category_parent', parent));
  parts.push(xml.element(name, term.name), xml.element(description, term.description));
  return `${parts.join('')}\n${metaElements('wp:termmeta', metas, xml)}</${element}>\n`;
}
