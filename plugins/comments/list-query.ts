import { isLoggedIn, type RestRequest } from '../../core/index.ts';
import { getDateWithGmt } from '../../core/site/index.ts';
import type { CommentServices } from './services.ts';
import type { CommentOrder, CommentQuery } from './store/comment-query.ts';

/**
 * The query of the store for a request for a list. Ids lose their sign, as they do in the field. Who is not logged in
 * searches comments on items that everybody may read, so that a total tells nothing of the others.
 */
export function listQuery(
  request: RestRequest,
  { clock, items }: Pick<CommentServices, 'clock' | 'items'>,
): CommentQuery {
  const param = <T>(name: string): T | undefined => (request.getParam(name) ?? undefined) as T | undefined;
  const ids = (name: string) => param<number[]>(name)?.map(Math.abs);
  const date = (name: string) => {
    const given = param<string>(name);
    return given === undefined ? undefined : getDateWithGmt(given, false, clock.zone())?.[0];
  };
  const offset = Math.abs(param<number>('offset') ?? 0);
  return {
    posts: ids('post'),
    parents: ids('parent'),
    parentsExclude: ids('parent_exclude'),
    authors: ids('author'),
    authorsExclude: ids('author_exclude'),
    authorEmail: param('author_email'),
    include: ids('include'),
    exclude: ids('exclude'),
    status: param('status'),
    type: param('type'),
    search: param('search'),
    ...(isLoggedIn(request.user) ? {} : { searchedStatuses: publicStatuses(items) }),
    after: date('after'),
    before: date('before'),
    orderBy: param<CommentOrder>('orderby'),
    order: param('order'),
    page: param('page'),
    perPage: param('per_page'),
    offset: offset === 0 ? undefined : offset,
  };
}

const publicStatuses = ({ statuses }: CommentServices['items']): string[] =>
  statuses
    .all()
    .filter((status) => status.public)
    .map(({ name }) => name);
