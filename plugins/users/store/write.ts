import type { Insertable } from 'kysely';
import { formatDate } from '../../../core/index.ts';
import { maybeSerialize, type UserMetaTable } from '../../database/index.ts';
import { storeErrors as errors } from '../errors.ts';
import type { User, UserInput } from '../user.ts';
import { capabilitiesKey, type UserStoreKit } from './kit.ts';
import { prepareUser } from './prepare.ts';
import { usersByIds } from './read.ts';

/** The section in which logins, email addresses and slugs are free or taken. */
const LOCK = 'users';

/** Stores a new user with its metadata and roles, in one transaction with the hook that tells of it. */
export async function createUser(input: UserInput, kit: UserStoreKit): Promise<User> {
  const { database, options, clock, hooks } = kit;
  // Hashing is slow on purpose, and nobody else should wait for it.
  const user_pass = await hashOf(input, kit);
  return database.transaction(async () => {
    await database.lock(LOCK);
    const { columns, meta } = await prepareUser(input, null, kit);
    const user_registered = formatDate(Math.floor(clock.now().getTime() / 1000));
    const { importId = 0 } = input;
    const isFree = importId > 0 && !(await usersByIds([importId], kit)).has(importId);
    const number = isFree ? { ID: importId } : {};
    const id = await database.insert('users', { user_registered, ...columns, user_pass, ...number });
    const roles = input.roles ?? [options.get('default_role', 'subscriber')];
    const entries = Object.entries({ ...meta, ...roleMeta({}, roles, kit) });
    const rows: Insertable<UserMetaTable>[] = entries.map(([meta_key, value]) => ({
      user_id: id,
      meta_key,
      meta_value: maybeSerialize(value),
    }));
    await database.db.insertInto('usermeta').values(rows).execute();
    await hooks.action('user_register').promise(id, input);
    return existing(id, kit);
  });
}

/** Changes what an input names, in one transaction with the hook that tells of it. */
export async function updateUser(id: number, input: UserInput, kit: UserStoreKit): Promise<User> {
  const { database, meta: store, hooks } = kit;
  const hasPassword = input.password !== undefined || input.passwordHash !== undefined;
  const password = hasPassword ? { user_pass: await hashOf(input, kit), user_activation_key: '' } : {};
  return database.transaction(async () => {
    await database.lock(LOCK);
    const old = await existing(id, kit);
    const { columns, meta } = await prepareUser(input, old, kit);
    const changes = { ...columns, ...password };
    if (Object.keys(changes).length > 0) {
      await database.db.updateTable('users').set(changes).where('ID', '=', id).execute();
    }
    const roles = input.roles === undefined ? {} : roleMeta(old.capabilities, input.roles, kit);
    for (const [key, value] of Object.entries({ ...meta, ...roles })) await store.set('user', id, key, value);
    await hooks.action('profile_update').promise(id, old, input);
    return existing(id, kit);
  });
}

/** Deletes a user with its metadata, in one transaction with the hooks that see to what the user made. */
export async function deleteUser(id: number, reassign: number | null, kit: UserStoreKit): Promise<void> {
  const { database, meta, hooks } = kit;
  await database.transaction(async () => {
    const user = await existing(id, kit);
    await hooks.action('delete_user').promise(id, reassign, user);
    await meta.deleteAll('user', id);
    await database.db.deleteFrom('users').where('ID', '=', id).execute();
    await hooks.action('deleted_user').promise(id, reassign, user);
  });
}

async function existing(id: number, kit: UserStoreKit): Promise<User> {
  const user = (await usersByIds([id], kit)).get(id);
  if (user === undefined) throw errors.invalid_user_id();
  return user;
}

/** The hash that is stored; none, with which nobody can sign in, for a user without a password. */
async function hashOf({ password = '', passwordHash }: UserInput, { passwords }: UserStoreKit): Promise<string> {
  return passwordHash ?? (password === '' ? '' : await passwords.hash(password));
}

/** The metadata that stands for roles: they replace those a user has, and the level is what they give. */
function roleMeta(
  own: Readonly<Record<string, boolean>>,
  roles: readonly string[],
  kit: UserStoreKit,
): Record<string, unknown> {
  const former = new Set(kit.roles.among(own));
  const kept = Object.entries(own).filter(([name]) => !former.has(name));
  const capabilities = Object.fromEntries([...kept, ...roles.map((role) => [role, true])]);
  const levels = Object.entries(kit.roles.capabilitiesOf(capabilities)).map(([name, given]) =>
    given ? Number(/^level_(\d+)$/.exec(name)?.[1] ?? 0) : 0,
  );
  return { [capabilitiesKey(kit)]: capabilities, [`${kit.database.prefix}user_level`]: Math.max(0, ...levels) };
}
