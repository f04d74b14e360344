import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { CommentsTable, Database, Tables } from '../../database/index.ts';
import type { CommentQuery } from './comment-query.ts';

type Column = keyof CommentsTable & string;
type Listed = readonly (number | string)[];

const eb = expressionBuilder<Tables, 'comments'>();

/** The conditions that a query's comments meet. */
export const conditionsOf = (query: CommentQuery, database: Database): Expression<SqlBool>[] => [
  ...filtersOf(query, database),
  ...within('comment_approved', storedStatuses(query.status)),
  ...within('comment_type', storedTypes(query.type)),
];

/** The conditions beside those on type and status. */
export function filtersOf(query: CommentQuery, database: Database): Expression<SqlBool>[] {
  const { authorEmail = '', search = '', searchedStatuses, after, before } = query;
  return [
    ...within('comment_post_ID', query.posts),
    ...within('comment_parent', query.parents),
    ...without('comment_parent', query.parentsExclude),
    ...within('user_id', query.authors),
    ...without('user_id', query.authorsExclude),
    ...within('comment_ID', query.include),
    ...without('comment_ID', query.exclude),
    ...(authorEmail === '' ? [] : [eb(database.fold('comment_author_email'), '=', authorEmail.toLowerCase())]),
    ...(search === '' ? [] : [eb.or(SEARCHED.map((column) => database.matches(column, `%${database.like(search)}%`)))]),
    ...(search === '' || searchedStatuses === undefined ? [] : [onOpenItems(searchedStatuses)]),
    ...(after === undefined ? [] : [eb('comment_date', '>', after)]),
    ...(before === undefined ? [] : [eb('comment_date', '<', before)]),
  ];
}

/** Comments on items of these statuses that have no password. */
const onOpenItems = (statuses: readonly string[]): Expression<SqlBool> =>
  eb.exists(
    eb
      .selectFrom('posts')
      .select('posts.ID')
      .whereRef('posts.ID', '=', 'comments.comment_post_ID')
      .where('posts.post_password', '=', '')
      .where('posts.post_status', 'in', statuses),
  );

const SEARCHED = [
  'comment_author',
  'comment_author_email',
  'comment_author_url',
  'comment_author_IP',
  'comment_content',
] as const;

const within = (column: Column, values: Listed = []) =>
  values.length === 0 ? [] : [eb(column, 'in', values as never)];

const without = (column: Column, values: Listed = []) =>
  values.length === 0 ? [] : [eb(column, 'not in', values as never)];

/** The stored statuses that a status stands for; none for every one. */
export function storedStatuses(status = 'all'): string[] {
  switch (status) {
    case 'any':
      return [];
    case 'all':
    case '':
      return ['0', '1'];
    case 'hold':
      return ['0'];
    case 'approve':
      return ['1'];
    default:
      return [status];
  }
}

/** The stored types that a type stands for; none for every one. */
export function storedTypes(type = 'all'): string[] {
  switch (type) {
    case 'all':
    case '':
      return [];
    case 'comment':
    case 'comments':
      return ['', 'comment'];
    case 'pings':
      return ['pingback', 'trackback'];
    default:
      return [type];
  }
}
