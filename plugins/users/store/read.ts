import type { Selectable } from 'kysely';
import type { UsersTable } from '../../database/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import { readCapabilities } from '../../roles/index.ts';
import type { User } from '../user.ts';
import { capabilitiesKey, type UserStoreKit } from './kit.ts';

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
export async function toUsers(rows: readonly UserRow[], kit: UserStoreKit): Promise<User[]> {
  if (rows.length === 0) return [];
  const meta = await kit.meta.load(
    'user',
    rows.map((row) => row.ID),
  );
  return rows.map((row) => toUser(row, meta.get(row.ID) ?? new Map(), kit));
}

function toUser(row: UserRow, meta: MetaValues, kit: UserStoreKit): User {
  const text = (key: string) => String(meta.get(key)?.[0] ?? '');
  const capabilities = readCapabilities(meta.get(capabilitiesKey(kit))?.[0]);
  return {
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
    passwordHash: row.user_pass,
    roles: kit.roles.among(capabilities),
    capabilities,
    meta,
  };
}

/** The users of ids, in one query and one for their metadata. */
export async function usersByIds(ids: readonly number[], kit: UserStoreKit): Promise<Map<number, User>> {
  const possible = ids.filter((id) => Number.isSafeInteger(id) && id > 0);
  if (possible.length === 0) return new Map();
  const { database } = kit;
  const query = database.kept(`users.byIds ${possible.length}`, () =>
    database.db.selectFrom('users').select(COLUMNS).where('ID', 'in', possible),
  );
  const rows = await database.rows(query, possible);
  return new Map((await toUsers(rows, kit)).map((user) => [user.id, user]));
}

/** The first user whose column equals a text, whatever the case of either. */
export async function userWhere(
  column: 'user_login' | 'user_email' | 'user_nicename',
  value: string,
  kit: UserStoreKit,
): Promise<User | null> {
  if (value === '') return null;
  const { database } = kit;
  const query = database.kept(`users.where ${column}`, () =>
    database.db
      .selectFrom('users')
      .select(COLUMNS)
      .where(database.fold(column), '=', value.toLowerCase())
      .orderBy('ID')
      .limit(1),
  );
  const [row] = await database.rows(query, [value.toLowerCase(), 1]);
  return row === undefined ? null : ((await toUsers([row], kit))[0] ?? null);
}

/** Which of some users published an item of any of these content types. */
export async function publishedAuthors(
  ids: readonly number[],
  types: readonly string[],
  { database }: UserStoreKit,
): Promise<Set<number>> {
  if (types.length === 0) return new Set();
  const rows = await database.db
    .selectFrom('posts')
    .select('post_author')
    .distinct()
    .where('post_author', 'in', ids)
    .where('post_type', 'in', types)
    .where('post_status', '=', 'publish')
    .execute();
  return new Set(rows.map((row) => row.post_author));
}
