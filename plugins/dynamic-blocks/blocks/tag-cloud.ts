import { RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { attrs, SPACING, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { Term } from '../../terms/index.ts';
import type { BlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/tag-cloud',
  title: 'Tag cloud',
  category: 'widgets',
  attributes: {
    numberOfTags: { type: 'number', default: 45, minimum: 1, maximum: 100 },
    taxonomy: { type: 'string', default: 'post_tag' },
    showTagCounts: { type: 'boolean', default: false },
    smallestFontSize: { type: 'string', default: '8pt' },
    largestFontSize: { type: 'string', default: '22pt' },
  },
  supports: { html: false, align: true, spacing: SPACING },
  styles: [
    { name: 'default', label: 'Default', isDefault: true },
    { name: 'outline', label: 'Outline' },
  ],
} satisfies BlockType;

/** A font size: a number and its unit. */
const SIZE = /^(\d{1,4}(?:\.\d{1,4})?)(px|pt|em|rem|vw|vh|%)$/i;

/** The terms that are used most, the larger the more they are used. */
export const tagCloud = (
  dependencies: Pick<BlockDependencies, 'site' | 'taxonomies' | 'termLinks' | 'terms'>,
): BlockType => ({
  ...TYPE,
  async render(attributes) {
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes);
    const terms = await find(dependencies, String(attributes.taxonomy), Math.trunc(Number(attributes.numberOfTags)));
    if (terms.length === 0) return `<p${outer}>There are no terms to show.</p>`;
    const sizeOf = sizes(terms, String(attributes.smallestFontSize), String(attributes.largestFontSize));
    const context = new RequestContext();
    const links = terms.map(async (term, place) => {
      const href = cleanUrl(await dependencies.termLinks.forTerm(term, context));
      const link = attrs({
        href,
        class: `tag-cloud-link tag-link-${term.id} tag-link-position-${place + 1}`,
        style: `font-size: ${sizeOf(term)};`,
        'aria-label': `${term.name} (${term.count} ${term.count === 1 ? 'item' : 'items'})`,
      });
      const count = attributes.showTagCounts ? `<span class="tag-link-count"> (${term.count})</span>` : '';
      return `<a${link}>${escapeHtml(term.name)}${count}</a>`;
    });
    return `<p${outer}>${(await Promise.all(links)).join('\n')}</p>`;
  },
});

/** The used terms of a taxonomy that is for everybody, most used first taken, in the order of their names. */
async function find(
  { taxonomies, terms }: Pick<BlockDependencies, 'taxonomies' | 'terms'>,
  name: string,
  most: number,
): Promise<Term[]> {
  if (taxonomies.get(name)?.publicly_queryable !== true) return [];
  const query = { taxonomy: name, hideEmpty: true, orderby: 'count', order: 'desc', number: most } as const;
  const used = (await terms.query(query)).terms.filter(({ count }) => count > 0);
  const order = new Intl.Collator('en', { sensitivity: 'base' });
  return used.sort((one, two) => order.compare(one.name, two.name));
}

/** Spreads the sizes between two by how often terms are used, on a scale that flattens out. */
function sizes(terms: readonly Term[], smallest: string, largest: string): (term: Term) => string {
  const [, low = '8', unit = 'pt'] = SIZE.exec(smallest) ?? [];
  const [, high = '22'] = SIZE.exec(largest) ?? [];
  const weight = ({ count }: Term) => Math.round(Math.log10(count + 1) * 100);
  const weights = terms.map(weight);
  const least = Math.min(...weights);
  const spread = Math.max(Math.max(...weights) - least, 1);
  const step = Math.max(Number(high) - Number(low), 0) / spread;
  return (term) => `${Number((Number(low) + (weight(term) - least) * step).toFixed(4))}${unit.toLowerCase()}`;
}
