import type { RestRequest } from '../../core/index.ts';
import { trimAscii } from '../../core/text/index.ts';
import type { AuthorTypes } from './author-types.ts';
import type { UserOrder, UserQuery, UserSearchColumn } from './user.ts';

/** The columns that a search looks at for users who may not list users, without email addresses. */
const PUBLIC_COLUMNS: readonly UserSearchColumn[] = ['ID', 'user_login', 'user_nicename', 'display_name'];

/** Turns the arguments of a list into a query. Users who may not list users see only public authors. */
export function listQuery(
  request: RestRequest,
  authorTypes: AuthorTypes,
): UserQuery & { number: number; offset: number } {
  const { user } = request;
  const list = <T>(name: string) => (request.getParam(name) ?? []) as T[];
  // The reference takes the absolute value of ids and offsets. An id beyond the safe integers matches no user.
  const ids = (name: string) => list<number>(name).map((id) => (Number.isSafeInteger(id) ? Math.abs(id) : 0));
  const number = Number(request.getParam('per_page'));
  const offset = request.getParam('offset');
  const mayList = user.can('list_users');
  const isAuthors = request.getParam('who') === 'authors';
  const published = publishedTypes(request.getParam('has_published_posts'), authorTypes);
  return {
    include: ids('include'),
    exclude: ids('exclude'),
    // A search finds parts of texts anyway: stars at its ends say so once more.
    search: trimAscii(String(request.getParam('search') ?? ''), ' *'),
    ...(mayList ? {} : { searchColumns: PUBLIC_COLUMNS }),
    slugs: list('slug'),
    roles: list('roles'),
    capabilities: isAuthors ? ['edit_posts'] : list('capabilities'),
    hasPublishedPosts: published ?? (isAuthors || mayList ? undefined : authorTypes.names()),
    orderBy: request.getParam('orderby') as UserOrder,
    order: request.getParam('order') as 'asc' | 'desc',
    number,
    offset: offset === null ? (Number(request.getParam('page')) - 1) * number : Math.abs(Number(offset)),
  };
}

function publishedTypes(requested: unknown, authorTypes: AuthorTypes): readonly string[] | undefined {
  if (requested === true) return authorTypes.names();
  return Array.isArray(requested) && requested.length > 0 ? requested.map(String) : undefined;
}
