import { RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { Term } from '../../terms/index.ts';
import { flag, withCommon } from '../attributes.ts';
import { type BlockDependencies, blockClass } from '../dependencies.ts';
import { type Attributes, attrs, classes, dropdown } from '../markup.ts';

/** The categories, flat or one within the other. */
export const categories = (dependencies: Pick<BlockDependencies, 'site' | 'termLinks' | 'terms'>): BlockType => ({
  name: 'core/categories',
  title: 'Categories',
  category: 'widgets',
  attributes: withCommon({
    displayAsDropdown: flag(false),
    showHierarchy: flag(false),
    showPostCounts: flag(false),
    showOnlyTopLevel: flag(false),
    showEmpty: flag(false),
  }),
  async render(attributes) {
    const terms = await find(dependencies, attributes);
    const links = await linksOf(dependencies, terms);
    const items = nested(terms, attributes, (term, inner) => {
      const link = `<a${attrs({ href: links.get(term.id) })}>${escapeHtml(term.name)}</a>`;
      const count = attributes.showPostCounts ? ` (${term.count})` : '';
      return `<li${attrs({ class: `cat-item cat-item-${term.id}` })}>${link}${count}${inner}</li>`;
    });
    if (items.length === 0) items.push('<li class="cat-item-none">There are no categories.</li>');
    const name = (part: string) => blockClass(dependencies.site, part);
    const own = attributes.displayAsDropdown ? name('categories-dropdown') : name('categories-list');
    const outer = attrs({ class: classes(attributes, own, name('categories')) });
    return attributes.displayAsDropdown ? dropdown(outer, 'Categories', items) : `<ul${outer}>${items.join('')}</ul>`;
  },
});

async function find({ terms }: Pick<BlockDependencies, 'terms'>, attributes: Attributes): Promise<Term[]> {
  const { showEmpty, showHierarchy, showOnlyTopLevel } = attributes;
  const parent = showOnlyTopLevel ? { parent: 0 } : {};
  const found = await terms.query({ taxonomy: 'category', hideEmpty: showEmpty !== true, ...parent });
  // An empty category above used ones has its place only where that can be seen.
  return showEmpty || showHierarchy ? found.terms : found.terms.filter(({ count }) => count > 0);
}

async function linksOf(
  { termLinks }: Pick<BlockDependencies, 'termLinks'>,
  terms: readonly Term[],
): Promise<Map<number, string>> {
  const context = new RequestContext();
  const links = terms.map(async (term) => [term.id, cleanUrl(await termLinks.forTerm(term, context))] as const);
  return new Map(await Promise.all(links));
}

/** Writes terms, nested below their parents if requested. A term whose parent is missing stands at the top. */
function nested(
  terms: readonly Term[],
  { showHierarchy }: Attributes,
  write: (term: Term, inner: string) => string,
): string[] {
  if (!showHierarchy) return terms.map((term) => write(term, ''));
  const known = new Set(terms.map(({ id }) => id));
  const children = new Map<number, Term[]>();
  for (const term of terms) {
    const above = known.has(term.parent) ? term.parent : 0;
    const siblings = children.get(above);
    if (siblings === undefined) children.set(above, [term]);
    else siblings.push(term);
  }
  const below = (id: number): string[] =>
    (children.get(id) ?? []).map((term) => {
      const inner = below(term.id).join('');
      return write(term, inner === '' ? '' : `<ul class="children">${inner}</ul>`);
    });
  return below(0);
}
