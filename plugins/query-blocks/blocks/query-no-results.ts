import { typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { QueryBlockDependencies } from '../dependencies.ts';
import { listedItems } from '../listed.ts';

const TYPE = {
  name: 'core/query-no-results',
  title: 'Query without results',
  category: 'theme',
  parent: ['core/query'],
  usesContext: ['queryId', 'query'],
  supports: {
    align: true,
    reusable: false,
    html: false,
    color: { gradients: true, link: true },
    typography: typography(),
  },
} as const satisfies BlockType;

/** What a list shows that has no items. */
export const queryNoResults = (dependencies: QueryBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, content, block, context) {
    if (content.trim() === '') return '';
    const { posts } = await listedItems(block, context, dependencies);
    if (posts.length > 0) return '';
    return `<div${wrapperAttributes(dependencies.site, TYPE, attributes)}>${content}</div>`;
  },
});
