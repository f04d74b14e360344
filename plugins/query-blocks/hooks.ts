import { filter } from '../../core/index.ts';
import type { BlockInstance } from '../content-rendering/index.ts';
import type { PostQuery } from '../posts/index.ts';

/** The hooks of lists of items. */
export const queryBlockHooks = {
  query_loop_block_query_vars: filter<[query: PostQuery, block: BlockInstance, page: number]>({
    params: ['query', 'block', 'page'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which items a query block lists, in which order. `block` is the one of its parts that asks.',
  }),
};

type QueryBlockHooks = typeof queryBlockHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends QueryBlockHooks {}
}
