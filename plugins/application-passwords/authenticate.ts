import { isEmail, type PluginHooks } from '../../core/index.ts';
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

/** What credentials are checked with. */
export interface AuthenticationParts {
  readonly users: UserStore;
  readonly store: ApplicationPasswords;
  readonly passwords: Passwords;
  readonly hooks: PluginHooks;
}

/** Fits no secret; checked so that a request for nobody does the work of one for somebody. */
const DECOY = hashSecret(makeSecret());

/** Finds whose application password credentials hold; by login or e-mail address. Null when it is nobody's. */
export async function authenticate(
  { login, password }: Credentials,
  { users, store, passwords, hooks }: AuthenticationParts,
): Promise<Identified | null> {
  const secret = plainSecret(password);
  const user = (await users.byLogin(login)) ?? (isEmail(login) ? await users.byEmail(login) : null);
  // For nobody as many statements run as for somebody, who is read with all metadata.
  const items = user === null ? await store.list(0) : store.of(user);
  let found: ApplicationPassword | undefined;
  // All of them and the decoy, found or not: the time does not tell which one it was.
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
