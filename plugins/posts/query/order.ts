import { type RawBuilder, sql } from 'kysely';
import type { Database, PostsTable } from '../../database/index.ts';
import { metaValue } from './meta-conditions.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY, type PostOrder, type PostQuery } from './post-query.ts';
import { relevance, type Search } from './search.ts';

const COLUMNS: Readonly<Partial<Record<PostOrder, keyof PostsTable>>> = {
  author: 'post_author',
  date: 'post_date',
  id: 'ID',
  menu_order: 'menu_order',
  modified: 'post_modified',
  parent: 'post_parent',
};

/** What items of one type and status are ordered by, where an index holds them in that order. */
export function indexedOrder(query: PostQuery, database: Database): RawBuilder<unknown> | undefined {
  const { orderBy = DEFAULT_ORDER_BY } = query;
  if (orderBy === 'slug') return database.textOrder('posts.post_name');
  if (orderBy === 'title') return database.textOrder('posts.post_title');
  const column = COLUMNS[orderBy];
  return column === undefined ? undefined : sql.ref(`posts.${column}`);
}

/** The order of a query, the most significant column first. The id settles ties, so that pages never overlap. */
export function orderOf(query: PostQuery, search: Search | undefined, database: Database): RawBuilder<unknown>[] {
  const { orderBy = DEFAULT_ORDER_BY, order = DEFAULT_ORDER } = query;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const byId = sql`${sql.ref('posts.ID')} ${direction}`;
  const by = (expression: RawBuilder<unknown>) => [sql`${expression} ${direction}`, byId];
  const inOrderOf = (column: 'ID' | 'post_name', values: readonly (number | string)[] = []) =>
    values.length === 0 ? by(sql.ref('posts.post_date')) : [position(column, values), byId];
  switch (orderBy) {
    case 'include':
      return inOrderOf('ID', query.include);
    case 'include_slugs':
      return inOrderOf('post_name', query.slugs);
    case 'relevance': {
      const rank = search === undefined ? undefined : relevance(search, database);
      return [...(rank === undefined ? [] : [rank]), ...by(sql.ref('posts.post_date'))];
    }
    case 'meta_value':
      return by(query.metaKey === undefined ? sql.ref('posts.post_date') : metaValue(query.metaKey));
    case 'slug':
      return by(database.textOrder('posts.post_name'));
    case 'title':
      return by(database.textOrder('posts.post_title'));
    case 'id':
      return [byId];
    default:
      return by(sql.ref(`posts.${COLUMNS[orderBy] ?? 'post_date'}`));
  }
}

/** Where a column's value stands in a list. */
function position(column: 'ID' | 'post_name', values: readonly (number | string)[]): RawBuilder<unknown> {
  const branches = values.map((value, index) => sql`when ${value} then ${sql.lit(index)}`);
  return sql`case ${sql.ref(`posts.${column}`)} ${sql.join(branches, sql` `)} end`;
}
