import { addQueryArgs, type RequestContext } from '../../core/index.ts';
import { cleanUrl } from '../../core/text/index.ts';
import type { Comment } from '../comments/index.ts';
import { type BlockInstance, type RenderContext, requestOf } from '../content-rendering/index.ts';
import { isPubliclyViewable, type Post } from '../posts/index.ts';
import type { CommentBlockDependencies } from './dependencies.ts';

/** The most comments of a page. */
const MOST = 100;

/** The parameter of addresses that names the page of the comments. */
export const PAGE_PARAMETER = 'cpage';

/** A page of the approved comments on an item, in the order in which they are shown. */
export interface ShownComments {
  readonly post: Post;
  readonly comments: readonly Comment[];
  /** How many there are on all pages. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** A number in the query of the address that a request came by; undefined where there is none. */
export function queryNumber({ http }: RequestContext, name: string): number | undefined {
  const value = new URLSearchParams(http?.url?.split('?', 2)[1] ?? '').get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
}

/**
 * The item that a block shows the comments of; null for one whose comments not everybody may read, unless the block
 * stands in the item's own text, which then may be read.
 */
export async function postOf(
  { posts, types }: Pick<CommentBlockDependencies, 'posts' | 'types'>,
  id: unknown,
  context: RenderContext,
): Promise<Post | null> {
  if (!Number.isSafeInteger(id) || Number(id) <= 0) return null;
  const post = await posts.loader(requestOf(context)).load(Number(id));
  if (post === null || post.id === context.post?.id) return post;
  return post.password === '' && isPubliclyViewable(post, types) ? post : null;
}

/** The comments that blocks show on the item around a block; all blocks of a request share what is read. */
export async function shownComments(
  dependencies: Pick<CommentBlockDependencies, 'comments' | 'options' | 'posts' | 'types'>,
  postId: unknown,
  context: RenderContext,
): Promise<ShownComments | null> {
  const { comments, options } = dependencies;
  const post = await postOf(dependencies, postId, context);
  if (post === null) return null;
  const request = requestOf(context);
  const page = queryNumber(request, PAGE_PARAMETER) ?? 1;
  const perPage = Math.min(Math.max(Math.trunc(Number(options.get('comments_per_page', 50))) || 1, 1), MOST);
  const found = await comments.list(request, {
    posts: [post.id],
    status: 'approve',
    type: 'comment',
    orderBy: 'date_gmt',
    order: options.get('comment_order', 'asc') === 'desc' ? 'desc' : 'asc',
    page,
    perPage,
  });
  return { post, comments: found.comments, total: found.total, page, pages: Math.ceil(found.total / perPage) };
}

/** Makes a function that gives the address of a page of the comments on an item, from 1. */
export async function pageAddresses(
  { permalinks }: Pick<CommentBlockDependencies, 'permalinks'>,
  post: Post,
  request: RequestContext,
): Promise<(page: number) => string> {
  const link = await permalinks.forPost(post, request);
  return (page) => cleanUrl(`${page > 1 ? addQueryArgs(link, { [PAGE_PARAMETER]: page }) : link}#comments`);
}

/** The comment around a block, as the list that repeats the block has read it. */
export async function commentOf(
  { comments }: Pick<CommentBlockDependencies, 'comments'>,
  { context: { commentId } }: BlockInstance,
  context: RenderContext,
): Promise<Comment | null> {
  if (!Number.isSafeInteger(commentId)) return null;
  return comments.loader(requestOf(context)).load(Number(commentId));
}
