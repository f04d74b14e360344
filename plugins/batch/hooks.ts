import { filter } from '../../core/index.ts';

/** The hooks of batches. */
export const batchHooks = {
  rest_get_max_batch_size: filter<[size: number]>({
    params: ['size'],
    meaning: 'Adjusts how many requests one batch may hold.',
  }),
};

type BatchHooks = typeof batchHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends BatchHooks {}
}
