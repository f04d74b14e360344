import { escapeHtml } from '../../../core/text/index.ts';
import { headingElement, SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { QueryBlockDependencies } from '../dependencies.ts';
import { type Queried, queriedBy } from '../queried.ts';

const TYPE = {
  name: 'core/query-title',
  title: 'Query title',
  category: 'theme',
  attributes: {
    type: { type: 'string' },
    textAlign: { type: 'string' },
    level: { type: 'number', default: 1 },
    showPrefix: { type: 'boolean', default: true },
    showSearchTerm: { type: 'boolean', default: true },
  },
  supports: {
    align: ['wide', 'full'],
    html: false,
    color: { gradients: true, __experimentalDefaultControls: { background: true, text: true } },
    spacing: SPACING,
    typography: typography('fontAppearance', 'textTransform'),
  },
} as const satisfies BlockType;

/** The title of the archive, or of the results of a search, that a page shows; on other pages nothing. */
export const queryTitle = ({ site }: QueryBlockDependencies): BlockType => ({
  ...TYPE,
  render(attributes, _content, block) {
    const queried = queriedBy(block);
    if (queried === undefined || queried.kind !== attributes.type) return '';
    const { level } = attributes;
    const element = headingElement(level, 'h1');
    const outer = wrapperAttributes(site, TYPE, attributes, { class: textAlignClass(attributes) });
    return `<${element}${outer}>${titleOf(queried, attributes)}</${element}>`;
  },
});

function titleOf(queried: Queried, { showPrefix, showSearchTerm }: Readonly<Record<string, unknown>>): string {
  if (queried.kind === 'search') {
    return showSearchTerm ? `Search results for: &#8220;${escapeHtml(queried.text)}&#8221;` : 'Search results';
  }
  const title = escapeHtml(queried.title);
  return showPrefix && queried.prefix !== '' ? `${escapeHtml(queried.prefix)}: <span>${title}</span>` : title;
}
