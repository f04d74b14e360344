import type { RenderContext } from '../content-rendering/index.ts';
import { isPubliclyViewable, type Post, type PostOrder, type PostQuery } from '../posts/index.ts';
import { idsOf, integerOf, MOST_IDS } from './attributes.ts';
import { itemOf, type ShortcodeDependencies } from './dependencies.ts';

/** Which files a shortcode shows, as its attributes say. */
export interface Choice {
  /** The ids of the files; those of the item `id` when left out. */
  readonly ids: string;
  readonly include: string;
  readonly exclude: string;
  /** The item whose files are shown; the one with the shortcode when left out. */
  readonly id: string;
  readonly order: string;
  readonly orderby: string;
}

/** The attributes of a choice, with what holds where one is left out. */
export const CHOICE: Choice = { ids: '', include: '', exclude: '', id: '', order: 'ASC', orderby: '' };

/** What a list is ordered by, by the words of the field in lower case. */
const ORDERS: Readonly<Record<string, PostOrder>> = {
  id: 'id',
  menu_order: 'menu_order',
  'menu_order id': 'menu_order',
  title: 'title',
  date: 'date',
  post_date: 'date',
  modified: 'modified',
  name: 'slug',
  author: 'author',
};

/** The files of a kind, as `image`, that a shortcode shows, in their order. */
export async function chosenAttachments(
  choice: Choice,
  kind: string,
  dependencies: Pick<ShortcodeDependencies, 'posts' | 'types'>,
  context: RenderContext,
): Promise<Post[]> {
  const listed = choice.ids || choice.include;
  const ids = idsOf(listed);
  const own = integerOf(choice.id) || itemOf(context);
  if (listed !== '' ? ids.length === 0 : own <= 0 || !(await mayShowFilesOf(own, dependencies, context))) return [];
  const query: PostQuery = {
    types: ['attachment'],
    statuses: ['inherit'],
    ...(listed === '' ? { parents: [own], exclude: idsOf(choice.exclude) } : { include: ids }),
    perPage: MOST_IDS,
    ...orderOf(choice, listed !== ''),
  };
  const { posts } = await dependencies.posts.query(query);
  const found = posts.filter(({ mimeType }) => mimeType.startsWith(`${kind}/`));
  return choice.orderby.toLowerCase() === 'rand' ? shuffled(found) : found;
}

function orderOf({ ids, order, orderby }: Choice, isListed: boolean): Pick<PostQuery, 'order' | 'orderBy'> {
  const word = orderby.trim().toLowerCase();
  const standard: PostOrder = ids === '' ? 'menu_order' : 'include';
  const orderBy =
    word === 'post__in' && isListed ? 'include' : (Object.hasOwn(ORDERS, word) && ORDERS[word]) || standard;
  return { orderBy, order: order.trim().toLowerCase() === 'desc' ? 'desc' : 'asc' };
}

/** Whether the files of an item may be shown: of the one with the shortcode, and of those that everybody may read. */
async function mayShowFilesOf(
  id: number,
  { posts, types }: Pick<ShortcodeDependencies, 'posts' | 'types'>,
  context: RenderContext,
): Promise<boolean> {
  if (id === context.post?.id) return true;
  const post = await posts.byId(id);
  return post !== null && post.password === '' && isPubliclyViewable(post, types);
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, two) => one.place - two.place)
    .map(({ item }) => item);
}
