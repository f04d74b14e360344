import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../../database/index.ts';
import type { FoundUsers, UserOrder, UserQuery, UserSearchColumn } from '../user.ts';
import { capabilitiesKey } from './dependencies.ts';
import { type ReadDependencies, toUsers } from './read.ts';

const COLUMNS = {
  name: 'display_name',
  slug: 'user_nicename',
  email: 'user_email',
  login: 'user_login',
  url: 'user_url',
} as const;

/** Finds users by a query, and counts them. */
export async function queryUsers(query: UserQuery, dependencies: ReadDependencies): Promise<FoundUsers> {
  const { db } = dependencies.database;
  const conditions = conditionsOf(query, dependencies);
  const where = expressionBuilder<Tables, 'users'>().and(conditions);
  const { number, offset = 0, orderBy = 'name', order = 'asc' } = query;
  let select = db
    .selectFrom('users')
    .selectAll()
    .where(where)
    .orderBy(orderOf(orderBy, query, dependencies.database), order)
    .orderBy('ID', order);
  if (number !== undefined) select = select.limit(number).offset(offset);
  const users = await toUsers(await select.execute(), dependencies);
  // A page that is not full shows the total; only other pages need a count.
  const isLast = number === undefined || (users.length < number && (users.length > 0 || offset === 0));
  if (isLast) return { users, total: (number === undefined ? 0 : offset) + users.length };
  const counted = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(where)
    .executeTakeFirstOrThrow();
  return { users, total: Number(counted.total) };
}

function conditionsOf(
  query: UserQuery,
  dependencies: Pick<ReadDependencies, 'database' | 'roles'>,
): Expression<SqlBool>[] {
  const {
    include = [],
    exclude = [],
    slugs = [],
    roles = [],
    capabilities = [],
    search = '',
    hasPublishedPosts,
  } = query;
  const { database } = dependencies;
  const conditions: Expression<SqlBool>[] = [];
  if (include.length > 0) conditions.push(sql`${sql.ref('users.ID')} in (${sql.join(include)})`);
  else if (exclude.length > 0) conditions.push(sql`${sql.ref('users.ID')} not in (${sql.join(exclude)})`);
  if (slugs.length > 0) {
    const lower = slugs.map((slug) => slug.toLowerCase());
    conditions.push(sql`${database.fold('user_nicename')} in (${sql.join(lower)})`);
  }
  if (roles.length > 0) conditions.push(hasAnyEntry(roles, database));
  if (capabilities.length > 0) conditions.push(hasAnyEntry(withRolesThatGive(capabilities, dependencies), database));
  if (search !== '') conditions.push(found(search, query.searchColumns ?? searchColumns(search), database));
  if (hasPublishedPosts !== undefined) conditions.push(hasPublished(hasPublishedPosts, database));
  return conditions;
}

/** Whether the stored capabilities of a user have an entry of any of these names, as its quoted text. */
function hasAnyEntry(names: readonly string[], database: Database): Expression<SqlBool> {
  const entries = names.map((name) => database.matches('meta_value', `%"${database.like(name)}"%`));
  return sql<SqlBool>`${sql.ref('users.ID')} in (select user_id from ${sql.table('usermeta')}
    where meta_key = ${capabilitiesKey(database)} and (${sql.join(entries, sql` or `)}))`;
}

function withRolesThatGive(capabilities: readonly string[], { roles }: Pick<ReadDependencies, 'roles'>): string[] {
  const giving = [...roles.all()].filter(([, role]) => capabilities.some((name) => role.capabilities[name] === true));
  return [...capabilities, ...giving.map(([slug]) => slug)];
}

/** Whether a user published an item of these types. The derived counts have a row for each author, not for each item. */
function hasPublished(types: readonly string[], database: Database): Expression<SqlBool> {
  if (types.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref('users.ID')} in (select ${database.integer('bucket')}
    from ${sql.table('tappet_post_counts')} where kind = 'author' and post_type in (${sql.join(types)}) and post_status = 'publish'
    group by bucket having sum(items) > 0)`;
}

/** The columns that a search looks at, by the form of its text. */
function searchColumns(search: string): UserSearchColumn[] {
  if (search.includes('@')) return ['user_email'];
  if (/^\d+$/.test(search)) return ['user_login', 'ID'];
  if (/^https?:\/\//.test(search)) return ['user_url'];
  return ['user_login', 'user_url', 'user_email', 'user_nicename', 'display_name'];
}

function found(search: string, columns: readonly UserSearchColumn[], database: Database): Expression<SqlBool> {
  const matches = columns.map((column) => {
    if (column !== 'ID') return database.matches(column, `%${database.like(search)}%`);
    const isId = /^\d{1,15}$/.test(search);
    return isId ? sql<SqlBool>`${sql.ref('users.ID')} = ${Number(search)}` : sql<SqlBool>`1 = 0`;
  });
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}

function orderOf(orderBy: UserOrder, query: UserQuery, database: Database): RawBuilder<unknown> {
  switch (orderBy) {
    case 'id':
      return sql.ref('ID');
    case 'registered_date':
      return sql.ref('user_registered');
    case 'include':
      return position(sql.ref('ID'), query.include ?? []);
    case 'include_slugs':
      return position(
        database.fold('user_nicename'),
        (query.slugs ?? []).map((slug) => slug.toLowerCase()),
      );
    default:
      return database.textOrder(COLUMNS[orderBy]);
  }
}

/** The place of a value in a list, which the database computes. */
function position(value: RawBuilder<unknown>, list: readonly (string | number)[]): RawBuilder<unknown> {
  if (list.length === 0) return sql.ref('ID');
  const places = list.map((one, place) => sql`when ${one} then ${sql.lit(place)}`);
  return sql`case ${value} ${sql.join(places, sql` `)} else ${sql.lit(list.length)} end`;
}
