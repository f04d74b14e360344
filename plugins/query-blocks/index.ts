import { definePlugin } from '../../core/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { AttachmentImages } from '../media/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import { postTemplate } from './blocks/post-template.ts';
import { query } from './blocks/query.ts';
import { queryNoResults } from './blocks/query-no-results.ts';
import { queryPagination } from './blocks/query-pagination.ts';
import { queryPaginationNext, queryPaginationPrevious } from './blocks/query-pagination-neighbours.ts';
import { queryPaginationNumbers } from './blocks/query-pagination-numbers.ts';
import { queryTitle } from './blocks/query-title.ts';
import { termDescription } from './blocks/term-description.ts';
import type { QueryBlockDependencies } from './dependencies.ts';
import { queryBlockHooks } from './hooks.ts';

export type { Queried } from './queried.ts';

const BLOCKS = [
  postTemplate,
  query,
  queryNoResults,
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
  queryTitle,
  termDescription,
];

/** Blocks that list items by a query of their author. */
export default definePlugin({
  name: 'query-blocks',
  version: '0.1.0',
  description: 'Renders lists of items by a query, with their pages, as blocks.',
  group: 'content',
  cacheable: true,
  requires: {
    'block-supports': '^0.1.0',
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    formatting: '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['class-list', 'media', 'pagination'],
  capabilities: ['content:read', 'options:read', 'users:read'],
  hooks: queryBlockHooks,
  setup({ hooks, site, use, find }) {
    const dependencies: QueryBlockDependencies = {
      site,
      hooks,
      options: use(Options),
      types: use(ContentTypes),
      taxonomies: use(Taxonomies),
      terms: use(TermStore),
      meta: use(MetaStore),
      users: use(UserStore),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      renderer: use(Renderer),
      images: find(AttachmentImages),
    };
    const types = use(BlockTypes);
    for (const block of BLOCKS) types.register(withAttributesOfSupports(block(dependencies)));
  },
});
