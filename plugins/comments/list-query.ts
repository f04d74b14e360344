import type { RestRequest } from '../../core/index.ts';
import { getDateWithGmt } from '../../core/site/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { CommentOrder, CommentQuery } from './store/comment-query.ts';

/** The query of the store for a request for a list. Ids lose their sign, as they do in the field. */
export function listQuery(request: RestRequest, clock: SiteClock): CommentQuery {
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
    after: date('after'),
    before: date('before'),
    orderBy: param<CommentOrder>('orderby'),
    order: param('order'),
    page: param('page'),
    perPage: param('per_page'),
    offset: offset === 0 ? undefined : offset,
  };
}
