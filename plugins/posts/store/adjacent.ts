import type { CurrentUser } from '../../../core/index.ts';
import type { ContentType, ContentTypes } from '../../content-types/index.ts';
import type { Branch, Database, Parameter } from '../../database/index.ts';
import type { Post } from '../post.ts';

/** On which side of an item another one lies: before it, or after it. */
export type Side = 'previous' | 'next';

/** The place of an item among those of its type. */
export type Place = Pick<Post, 'id' | 'type' | 'date'>;

/** Items of one status; of one author where one is named. */
interface Shown {
  readonly status: string;
  readonly author?: number;
}

/** What a reader may see among the items of a type: what is published, and private items if it may read them or wrote them. */
function shownTo(user: CurrentUser | undefined, type: ContentType | undefined): readonly Shown[] {
  const published: Shown = { status: 'publish' };
  if (user === undefined || user.id === 0 || type === undefined) return [published];
  const mayReadPrivate = user.can(type.cap.read_private_posts ?? 'do_not_allow');
  return [published, mayReadPrivate ? { status: 'private' } : { status: 'private', author: user.id }];
}

/**
 * The id of the item before or after another one of its type that a reader may see, by date, and by id where dates are
 * equal. One statement, which reads at most two rows of an index for each status.
 */
export async function adjacentId(
  { id, type, date }: Place,
  side: Side,
  user: CurrentUser | undefined,
  { types, database }: { readonly types: Pick<ContentTypes, 'get'>; readonly database: Database },
): Promise<number | undefined> {
  const shown = shownTo(user, types.get(type));
  const order = side === 'next' ? 'asc' : 'desc';
  const beyond = side === 'next' ? '>' : '<';
  // Whom the items are of is a parameter, or each reader would have a statement of their own.
  const author = shown.find((one) => one.author !== undefined)?.author;
  const name = `posts.adjacent ${side} ${shown.length} ${author !== undefined}`;
  const statement = database.prepare(name, (parameter: Parameter<Place & { readonly author: number }>) => {
    // Items of the same date and those of other dates apart, so that both are read from where they begin in the index.
    const branches = shown.flatMap(({ status, author: isOf }) => {
      let select = database.db
        .selectFrom('posts')
        .select(['ID as id', 'post_date as place'])
        .where('post_type', '=', parameter('type'))
        .where('post_status', '=', status);
      if (isOf !== undefined) select = select.where('post_author', '=', parameter('author'));
      return [
        select.where('post_date', '=', parameter('date')).where('ID', beyond, parameter('id')),
        select.where('post_date', beyond, parameter('date')),
      ] as unknown as Branch[];
    });
    return database.mergeSorted(branches, { order, limit: 1, offset: 0 });
  });
  const [found] = await statement.rows({ id, type, date, ...(author === undefined ? {} : { author }) } as Place & {
    author: number;
  });
  return found === undefined ? undefined : Number(found.id);
}
