import type { CurrentUser, RequestContext } from '../../core/index.ts';
import type { ContentStatuses } from '../content-statuses/index.ts';
import { type ContentTypes, isViewable } from '../content-types/index.ts';
import { type BatchLoader, type Database, loader, type Parameter } from '../database/index.ts';

/** The part of a content item that decides who may see its terms. */
export interface TermedItem {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly author: number;
  readonly parent: number;
  /** The status of an attachment's parent, which an attachment inherits; null without a parent. */
  readonly parentStatus: string | null;
}

/** Loads items by id, batched, and cached for the time of a request. */
export const itemLoader = (database: Database, context: RequestContext): BatchLoader<number, TermedItem | null> =>
  loader(context, 'terms:items', async (ids: readonly number[]) => {
    const statement = database.prepare('terms.items', (parameter: Parameter<{ ids: readonly number[] }>) =>
      database.db
        .selectFrom('posts as item')
        .leftJoin('posts as parent', 'parent.ID', 'item.post_parent')
        .select([
          'item.ID as id',
          'item.post_type as type',
          'item.post_status as status',
          'item.post_author as author',
          'item.post_parent as parent',
          'parent.post_status as parentStatus',
        ])
        .where('item.ID', 'in', parameter('ids')),
    );
    const rows = await statement.rows({ ids });
    const items = new Map(rows.map((row) => [Number(row.id), row]));
    return ids.map((id) => toItem(items.get(id)));
  });

function toItem(row: TermedItem | undefined): TermedItem | null {
  if (row === undefined) return null;
  return { ...row, id: Number(row.id), author: Number(row.author), parent: Number(row.parent) };
}

/** Whether a user may see an item. Anonymous visitors may if its type and status are public. */
export function maySeeItem(
  item: TermedItem,
  user: CurrentUser,
  types: ContentTypes,
  statuses: ContentStatuses,
): boolean {
  const type = types.get(item.type);
  const inherits = item.type === 'attachment' && item.status === 'inherit';
  const status = statuses.get(inherits ? (item.parentStatus ?? 'publish') : item.status);
  const isPublic = type !== undefined && isViewable(type) && status?.publicly_queryable === true;
  // The capability is worked out from no more than this part.
  return isPublic || user.can('read_post' as string, item);
}
