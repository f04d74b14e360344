import type { PluginHooks } from '../../core/index.ts';
import { isEmail } from '../../core/text/index.ts';
import type { Passwords } from '../passwords/index.ts';
import type { User, UserStore } from '../users/index.ts';
import type { Credentials } from './basic.ts';
import { fitsOwnHash, hashSecret, isOwnHash, makeSecret, plainSecret } from './secret.ts';
import type { ApplicationPassword, ApplicationPasswords } from './store.ts';

/** Who was identified, and by which application password. */
export interface Identified {
  readonly user: User;
  readonly item: ApplicationPassword;
}

/** The services that checking credentials needs. */
export interface AuthenticationParts {
  readonly users: UserStore;
  readonly store: ApplicationPasswords;
  readonly passwords: Passwords;
  readonly hooks: PluginHooks;
}

/** A hash that no secret matches; checking it makes an unknown user take as long as a known one. */
const DECOY = hashSecret(makeSecret());

/** Finds the user, by login or e-mail address, whose application password the credentials hold. Null when there is none. */
export async function authenticate(
  { login, password }: Credentials,
  { users, store, passwords, hooks }: AuthenticationParts,
): Promise<Identified | null> {
  const secret = plainSecret(password);
  const user = (await users.byLogin(login)) ?? (isEmail(login) ? await users.byEmail(login) : null);
  // An unknown user costs as many statements as a known one, who is read with all metadata.
  const items = user === null ? await store.list(0) : store.of(user);
  let found: ApplicationPassword | undefined;
  // Every password and the decoy are checked, so that the time does not reveal which one matched.
  fitsOwnHash(secret, DECOY);
  for (const item of items) if (await fits(secret, item.password, passwords)) found = item;
  if (user === null || found === undefined) return null;
  if (!hooks.filter('cms_is_application_passwords_available_for_user').call(true, user)) return null;
  if (!isOwnHash(found.password)) await store.rehash(user.id, found.uuid, secret);
  return { user, item: found };
}

/** Checks a secret against a hash of ours, or of a system whose database this was. */
const fits = async (secret: string, hash: string, passwords: Passwords): Promise<boolean> =>
  isOwnHash(hash) ? fitsOwnHash(secret, hash) : passwords.verify(secret, hash);
