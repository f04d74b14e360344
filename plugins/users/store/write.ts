import type { Insertable } from 'kysely';
import { formatDate } from '../../../core/site/index.ts';
import { maybeSerialize, type UserMetaTable } from '../../database/index.ts';
import { readCapabilities } from '../../roles/index.ts';
import { storeErrors as errors } from '../errors.ts';
import type { OpenUserInput, User, UserInput } from '../user.ts';
import { secretsOf } from '../user-secrets.ts';
import { capabilitiesKey, type UserStoreDependencies } from './dependencies.ts';
import { prepareUser } from './prepare.ts';
import { type ReadDependencies, usersByIds } from './read.ts';

/** The services that changing a user depends on. */
type UpdateDependencies = ReadDependencies & Pick<UserStoreDependencies, 'hooks' | 'passwords' | 'passwordRules'>;

/** The services that making a user depends on. */
type CreateDependencies = UpdateDependencies & Pick<UserStoreDependencies, 'clock' | 'options'>;

/** The name of the lock under which logins, email addresses and slugs are checked and taken. */
const LOCK = 'users';

/** Stores a new user with its metadata and roles, in one transaction with its hook. */
export async function createUser(input: UserInput, dependencies: CreateDependencies): Promise<User> {
  const { database, options, clock, hooks } = dependencies;
  await dependencies.passwordRules.check(input, async () => null);
  // Hashing is slow on purpose, so it is done before the transaction, which blocks other writes.
  const user_pass = await hashOf(input, dependencies);
  return database.transaction(async () => {
    await database.lock(LOCK);
    const { columns, meta } = await prepareUser(input, null, dependencies);
    const user_registered = formatDate(Math.floor(clock.now().getTime() / 1000));
    const { importId = 0 } = input;
    const isFree = importId > 0 && !(await usersByIds([importId], dependencies)).has(importId);
    const number = isFree ? { ID: importId } : {};
    const id = await database.insert('users', { user_registered, ...columns, user_pass, ...number });
    const roles = input.roles ?? [options.get('default_role', 'subscriber')];
    const entries = Object.entries({ ...meta, ...roleMeta({}, roles, dependencies) });
    const rows: Insertable<UserMetaTable>[] = entries.map(([meta_key, value]) => ({
      user_id: id,
      meta_key,
      meta_value: maybeSerialize(value),
    }));
    await database.db.insertInto('usermeta').values(rows).execute();
    await hooks.action('user_register').promise(id, withoutPassword(input));
    return existing(id, dependencies);
  });
}

/** Changes the fields that an input has, in one transaction with its hook. */
export async function updateUser(id: number, input: UserInput, dependencies: UpdateDependencies): Promise<User> {
  const { database, meta: store, hooks } = dependencies;
  await dependencies.passwordRules.check(input, () => existing(id, dependencies));
  const hasPassword = input.password !== undefined || input.passwordHash !== undefined;
  const password = hasPassword ? { user_pass: await hashOf(input, dependencies), user_activation_key: '' } : {};
  return database.transaction(async () => {
    await database.lock(LOCK);
    const old = await existing(id, dependencies);
    const { columns, meta } = await prepareUser(input, old, dependencies);
    const changes = { ...columns, ...password };
    if (Object.keys(changes).length > 0) {
      await database.db.updateTable('users').set(changes).where('ID', '=', id).execute();
    }
    const roles =
      input.roles === undefined ? {} : roleMeta(storedEntries(old, dependencies), input.roles, dependencies);
    for (const [key, value] of Object.entries({ ...meta, ...roles })) await store.set('user', id, key, value);
    await hooks.action('profile_update').promise(id, old, withoutPassword(input));
    if (hasPassword) await hooks.action('user_password_changed').promise(id);
    return existing(id, dependencies);
  });
}

/** The services that deleting a user depends on. */
type DeleteDependencies = ReadDependencies & Pick<UserStoreDependencies, 'hooks'>;

/**
 * Deletes a user with its metadata. What reassigns or deletes the user's content comes before, in transactions of its own, as it
 * may be much; where that fails, the user stays.
 */
export async function deleteUser(id: number, reassign: number | null, dependencies: DeleteDependencies): Promise<void> {
  const { database, meta, hooks } = dependencies;
  await hooks.action('delete_user').promise(id, reassign, await existing(id, dependencies));
  await database.transaction(async () => {
    const user = await existing(id, dependencies);
    await meta.deleteAll('user', id);
    await database.db.deleteFrom('users').where('ID', '=', id).execute();
    await hooks.action('deleted_user').promise(id, reassign, user);
  });
}

async function existing(id: number, dependencies: ReadDependencies): Promise<User> {
  const user = (await usersByIds([id], dependencies)).get(id);
  if (user === undefined) throw errors.invalid_user_id();
  return user;
}

/** An input as hooks get it: no password and no hash rides on them. */
export function withoutPassword({ password: _, passwordHash: __, ...input }: UserInput): OpenUserInput {
  return input;
}

/** The hash that is stored; empty for a user without a password, who cannot sign in by one. */
async function hashOf(
  { password = '', passwordHash }: UserInput,
  { passwords }: Pick<UserStoreDependencies, 'passwords'>,
): Promise<string> {
  return passwordHash ?? (password === '' ? '' : await passwords.hash(password));
}

/** The entries of a user's own record as they are stored. */
function storedEntries(user: User, { database }: Pick<UserStoreDependencies, 'database'>): object {
  const stored = secretsOf(user).meta.get(capabilitiesKey(database))?.[0];
  return typeof stored === 'object' && stored !== null ? stored : {};
}

/** The metadata of roles: they replace those that a user has, and the user's level follows from them. */
function roleMeta(
  stored: object,
  roles: readonly string[],
  dependencies: Pick<UserStoreDependencies, 'database' | 'roles'>,
): Record<string, unknown> {
  const { database } = dependencies;
  const former = new Set(dependencies.roles.among(readCapabilities(stored)));
  // What other programs note of a user stays in their form.
  const others = Object.entries(stored).filter(([name]) => !former.has(name));
  const capabilities = Object.fromEntries([...others, ...roles.map((role) => [role, true])]);
  const levels = Object.entries(dependencies.roles.capabilitiesOf(readCapabilities(capabilities))).map(
    ([name, given]) => (given ? Number(/^level_(\d+)$/.exec(name)?.[1] ?? 0) : 0),
  );
  return { [capabilitiesKey(database)]: capabilities, [`${database.prefix}user_level`]: Math.max(0, ...levels) };
}
