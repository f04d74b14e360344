import type { Selectable } from 'kysely';
import type { Database, Parameter, UsersTable } from '../../database/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import { readCapabilities } from '../../roles/index.ts';
import type { User } from '../user.ts';
import { withSecrets } from '../user-secrets.ts';
import { capabilitiesKey, type UserStoreDependencies } from './dependencies.ts';

/** The services that users are read with. */
export type ReadDependencies = Pick<UserStoreDependencies, 'database' | 'meta' | 'roles'>;

type UserRow = Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]>;

/** The columns that users are read from. */
const COLUMNS = [
  'ID',
  'user_login',
  'user_pass',
  'user_nicename',
  'user_email',
  'user_url',
  'user_registered',
  'display_name',
] as const;

/** Makes users of rows; their metadata is read in one statement. */
export async function toUsers(rows: readonly UserRow[], dependencies: ReadDependencies): Promise<User[]> {
  const ids = rows.map((row) => row.ID);
  const meta = await dependencies.meta.load('user', ids);
  return rows.map((row) => toUser(row, meta.get(row.ID)!, dependencies));
}

function toUser(row: UserRow, all: MetaValues, dependencies: ReadDependencies): User {
  const meta: MetaValues = new Map();
  const reserved: MetaValues = new Map();
  for (const [key, values] of all) (dependencies.meta.isReserved('user', key) ? reserved : meta).set(key, values);
  const text = (key: string) => String(meta.get(key)?.[0] ?? '');
  const capabilities = readCapabilities(reserved.get(capabilitiesKey(dependencies.database))?.[0]);
  const user: User = {
    id: row.ID,
    login: row.user_login,
    email: row.user_email,
    nicename: row.user_nicename,
    url: row.user_url,
    registered: row.user_registered,
    displayName: row.display_name,
    firstName: text('first_name'),
    lastName: text('last_name'),
    nickname: text('nickname'),
    description: text('description'),
    locale: text('locale'),
    roles: dependencies.roles.among(capabilities),
    capabilities,
    meta,
  };
  return withSecrets(user, { passwordHash: row.user_pass, meta: reserved });
}

/** The users of ids, in one query and, side by side with it, one for their metadata. */
export async function usersByIds(ids: readonly number[], dependencies: ReadDependencies): Promise<Map<number, User>> {
  const possible = ids.filter((id) => Number.isSafeInteger(id) && id > 0);
  if (possible.length === 0) return new Map();
  const { database } = dependencies;
  const statement = database.prepare('users.byIds', (parameter: Parameter<{ ids: readonly number[] }>) =>
    database.db.selectFrom('users').select(COLUMNS).where('ID', 'in', parameter('ids')),
  );
  const [rows, meta] = await Promise.all([statement.rows({ ids: possible }), dependencies.meta.load('user', possible)]);
  return new Map(rows.map((row) => [row.ID, toUser(row, meta.get(row.ID)!, dependencies)]));
}

/** The first user whose column equals a text, whatever the case of either. */
export async function userWhere(
  column: 'user_login' | 'user_email' | 'user_nicename',
  value: string,
  dependencies: ReadDependencies,
): Promise<User | null> {
  if (value === '') return null;
  const { database } = dependencies;
  const statement = database.prepare(`users.where ${column}`, (parameter: Parameter<{ value: string }>) =>
    database.db
      .selectFrom('users')
      .select(COLUMNS)
      .where(database.fold(column), '=', parameter('value'))
      .orderBy('ID')
      .limit(1),
  );
  const [row] = await statement.rows({ value: value.toLowerCase() });
  return row === undefined ? null : ((await toUsers([row], dependencies))[0] ?? null);
}

/** Which of some users published an item of any of these content types. */
export async function publishedAuthors(
  ids: readonly number[],
  types: readonly string[],
  { db, prepare }: Database,
): Promise<Set<number>> {
  if (types.length === 0) return new Set();
  const statement = prepare(
    'users.published',
    (parameter: Parameter<{ ids: readonly number[]; types: readonly string[] }>) =>
      db
        .selectFrom('posts')
        .select('post_author')
        .distinct()
        .where('post_author', 'in', parameter('ids'))
        .where('post_type', 'in', parameter('types'))
        .where('post_status', '=', 'publish'),
  );
  return new Set((await statement.rows({ ids, types })).map((row) => row.post_author));
}
