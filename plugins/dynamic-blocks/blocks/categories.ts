import { RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { attrs, blockClass, SPACING, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, uniqueId } from '../../content-rendering/index.ts';
import type { Term } from '../../terms/index.ts';
import type { BlockDependencies } from '../dependencies.ts';
import { dropDown } from '../drop-down.ts';

const TYPE = {
  name: 'core/categories',
  title: 'Categories',
  category: 'widgets',
  attributes: {
    displayAsDropdown: { type: 'boolean', default: false },
    showHierarchy: { type: 'boolean', default: false },
    showPostCounts: { type: 'boolean', default: false },
    showOnlyTopLevel: { type: 'boolean', default: false },
    showEmpty: { type: 'boolean', default: false },
  },
  supports: { align: true, html: false, spacing: SPACING, typography: typography() },
} satisfies BlockType;

type Attributes = Readonly<Record<string, unknown>>;
type Dependencies = Pick<BlockDependencies, 'site' | 'termLinks' | 'terms'>;

/** The categories, flat or one within the other. */
export const categories = (dependencies: Dependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, _block, context) {
    const { site } = dependencies;
    const terms = await find(dependencies, attributes);
    const name = (part: string) => blockClass(site, `categories${part}`);
    const wrapper = (own: string) => wrapperAttributes(site, TYPE, attributes, { class: own });
    if (attributes.displayAsDropdown) {
      const id = uniqueId(context, name('-'));
      const label = `<label class="screen-reader-text" for="${id}">Categories</label>`;
      const options = ['\t<option value="">Select Category</option>', ...optionsOf(terms, attributes)];
      const list = dropDown(site, { id, name: 'cat', className: 'postform', label, options });
      return `<div${wrapper(name('-dropdown'))}>${list}</div>`;
    }
    const items = await itemsOf(dependencies, terms, attributes);
    return `<ul${wrapper(name('-list'))}>${items.join('')}</ul>`;
  },
});

async function find({ terms }: Pick<BlockDependencies, 'terms'>, attributes: Attributes): Promise<Term[]> {
  const { showEmpty, showHierarchy, showOnlyTopLevel } = attributes;
  const parent = showOnlyTopLevel ? { parent: 0 } : {};
  const found = await terms.query({ taxonomy: 'category', hideEmpty: showEmpty !== true, ...parent });
  // An empty category above used ones has its place only where that can be seen.
  return showEmpty || showHierarchy ? found.terms : found.terms.filter(({ count }) => count > 0);
}

async function itemsOf(
  { termLinks }: Pick<BlockDependencies, 'termLinks'>,
  terms: readonly Term[],
  { showHierarchy, showPostCounts }: Attributes,
): Promise<string[]> {
  const context = new RequestContext();
  const links = new Map(
    await Promise.all(terms.map(async (term) => [term.id, cleanUrl(await termLinks.forTerm(term, context))] as const)),
  );
  const items = nested(terms, showHierarchy === true, (term, _depth, inner) => {
    const link = `<a${attrs({ href: links.get(term.id) })}>${escapeHtml(term.name)}</a>`;
    const count = showPostCounts ? ` (${term.count})` : '';
    const below = inner.length === 0 ? '' : `<ul class='children'>\n${inner.join('')}</ul>\n`;
    return [`\t<li class="cat-item cat-item-${term.id}">${link}${count}\n${below}</li>\n`];
  });
  return items.length > 0 ? items : ['<li class="cat-item-none">There are no categories.</li>'];
}

const optionsOf = (terms: readonly Term[], { showHierarchy, showPostCounts }: Attributes): string[] =>
  nested(terms, showHierarchy === true, ({ id, name, count }, depth, inner) => {
    const text = `${'&nbsp;&nbsp;&nbsp;'.repeat(depth)}${escapeHtml(name)}${showPostCounts ? `&nbsp;&nbsp;(${count})` : ''}`;
    return [`\t<option class="level-${depth}" value="${id}">${text}</option>`, ...inner];
  });

/** Writes terms, nested below their parents if requested. A term whose parent is missing stands at the top. */
function nested(
  terms: readonly Term[],
  isNested: boolean,
  write: (term: Term, depth: number, inner: readonly string[]) => readonly string[],
): string[] {
  if (!isNested) return terms.flatMap((term) => write(term, 0, []));
  const known = new Set(terms.map(({ id }) => id));
  const children = new Map<number, Term[]>();
  for (const term of terms) {
    const above = known.has(term.parent) ? term.parent : 0;
    const siblings = children.get(above);
    if (siblings === undefined) children.set(above, [term]);
    else siblings.push(term);
  }
  const below = (id: number, depth: number): string[] =>
    (children.get(id) ?? []).flatMap((term) => write(term, depth, below(term.id, depth + 1)));
  return below(0, 0);
}
