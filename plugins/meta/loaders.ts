import { getOrMake } from '../../core/base/index.ts';
import type { RequestContext } from '../../core/index.ts';
import { BatchLoader, type Database } from '../database/index.ts';
import type { MetaType, MetaValues } from './meta-type.ts';

/** Gathers the ids whose metadata a request needs at about the same time, and remembers what it read. */
export type MetaLoader = BatchLoader<number, MetaValues>;

/** Reads the metadata of objects. */
interface Reader {
  load(type: MetaType, ids: readonly number[]): Promise<Map<number, MetaValues>>;
}

/** The loader of a request for a type. What it read is forgotten once the table is written. */
export function metaLoader(
  context: RequestContext,
  type: MetaType,
  reader: Reader,
  table: string,
  { tracker }: Pick<Database, 'tracker'>,
): MetaLoader {
  const made = context.memo(reader, () => new Map<MetaType, ReturnType<typeof make>>());
  const make = () => ({
    loader: new BatchLoader<number, MetaValues>(async (ids) => {
      const found = await reader.load(type, ids);
      return ids.map((id) => found.get(id)!);
    }),
    versions: tracker.versionsOf([table]),
  });
  const known = getOrMake(made, type, make);
  if (!known.versions.areCurrent() || tracker.areWritten([table])) {
    known.loader.clearAll();
    known.versions = tracker.versionsOf([table]);
  }
  return known.loader;
}
