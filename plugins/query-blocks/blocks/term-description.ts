import { SPACING, textAlignClass, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import type { QueryBlockDependencies } from '../dependencies.ts';
import { queriedBy } from '../queried.ts';

const TYPE = {
  name: 'core/term-description',
  title: 'Term description',
  category: 'theme',
  attributes: { textAlign: { type: 'string' } },
  supports: {
    align: ['wide', 'full'],
    html: false,
    color: { link: true, __experimentalDefaultControls: { background: true, text: true } },
    spacing: SPACING,
    typography: typography(),
  },
} as const satisfies BlockType;

/** The description of the term whose archive a page shows; on other pages nothing. */
export const termDescription = ({ site }: QueryBlockDependencies): BlockType => ({
  ...TYPE,
  render(attributes, _content, block) {
    const queried = queriedBy(block);
    if (queried?.kind !== 'archive' || queried.description === '') return '';
    const own = { class: textAlignClass(attributes) };
    return `<div${wrapperAttributes(site, TYPE, attributes, own)}>${ksesPost(queried.description)}</div>`;
  },
});
