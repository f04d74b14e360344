import type { Post } from '../../posts/index.ts';
import type { PageRequest } from '../addresses/page-request.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import type { Comments } from '../view.ts';
import { readWaiting } from '../waiting-comment.ts';
import type { CommentData, ItemData } from './data.ts';
import type { Interface } from './interface.ts';

const MOST = 100;

/** The comments on an item; undefined where the site has no comments, or they may not be read. */
export async function readComments(
  item: ItemData,
  { commentsPage: page, query }: Pick<PageRequest, 'commentsPage' | 'query'>,
  password: string | undefined,
  rest: Interface,
  dependencies: ThemeDependencies,
): Promise<Comments | undefined> {
  const { hooks, options, posts } = dependencies;
  if (!hooks.has('comments_open')) return undefined;
  const number = (name: string, standard: number) => Number(options?.get(name, String(standard)) ?? standard);
  const answer = await rest.get<CommentData[]>(rest.core('comments'), {
    post: item.id,
    page,
    per_page: Math.min(Math.max(number('comments_per_page', 50), 1), MOST),
    orderby: 'date_gmt',
    order: 'asc',
    ...(password === undefined ? {} : { password }),
  });
  if (!answer.ok) return undefined;
  const post = (await posts?.loader(rest.context).load(item.id)) as Post;
  const waiting = await readWaiting(query, item.id, rest, dependencies);
  return {
    list: waiting === undefined ? answer.data : [...answer.data, waiting],
    total: answer.total,
    page,
    totalPages: answer.totalPages,
    isOpen: item.status !== 'draft' && hooks.filter('comments_open').call(item.comment_status === 'open', post),
    needsLogin: rest.context.user.id === 0 && number('comment_registration', 0) !== 0,
    needsName: rest.context.user.id === 0 && number('require_name_email', 1) !== 0,
  };
}
