import DataLoader from 'dataloader';
import type { RequestContext } from '../../core/index.ts';

/** The most keys of one batch, well below what a statement may have of parameters. */
const BATCH = 1000;

/**
 * A loader that gathers the keys asked for at about the same time into one batch, kept for the time of a request
 * context under `key`. `batch` answers with a value for each key, in the same order.
 */
export const loader = <K, V>(
  context: RequestContext,
  key: unknown,
  batch: (keys: readonly K[]) => Promise<V[]>,
): DataLoader<K, V> => context.memo(key, () => new DataLoader<K, V>(batch, { maxBatchSize: BATCH }));
