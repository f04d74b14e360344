import type { Selectable } from 'kysely';
import type { PostsTable } from '../../database/index.ts';
import { PER_PAGE } from '../../pagination/index.ts';
import { type PostQuery, partOf } from './post-query.ts';

/** A part of a list, as ids, and how many the whole list has. */
export interface FoundIds {
  readonly ids: number[];
  /** The rows of the items, where they were read with the ids. */
  readonly rows?: Selectable<PostsTable>[];
  readonly total: number;
}

/**
 * Finds a part of a list in which some items come first: those of them that are in the list, then the others, both in
 * the list's order. However long the list is, only two parts of lists are read.
 */
export async function withFirst(
  query: PostQuery,
  first: readonly number[],
  find: (query: PostQuery) => Promise<FoundIds>,
): Promise<FoundIds> {
  const { include = [], exclude = [], perPage = PER_PAGE } = query;
  const isChosen = (id: number) => (include.length > 0 ? include.includes(id) : !exclude.includes(id));
  const chosen = first.filter(isChosen);
  if (chosen.length === 0) return find(query);
  const begin = partOf(query)?.offset ?? 0;
  const { ids: head } = await find({ ...query, include: chosen, page: 1, offset: undefined, perPage: -1 });
  const part = perPage < 0 ? head : head.slice(begin, begin + perPage);
  const others = include.filter((id) => !head.includes(id));
  const rest = await find({
    ...query,
    ...(include.length > 0 ? { include: others.length > 0 ? others : [0] } : { exclude: [...exclude, ...head] }),
    page: undefined,
    offset: Math.max(begin - head.length, 0),
    // Where the first items fill the part, only the total of the others is needed.
    perPage: perPage < 0 ? perPage : Math.max(perPage - part.length, 1),
  });
  const left = perPage < 0 ? rest.ids.length : perPage - part.length;
  return { ids: [...part, ...rest.ids.slice(0, left)], total: head.length + rest.total };
}
