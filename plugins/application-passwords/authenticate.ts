import type { PluginHooks } from '../../core/index.ts';
import { isEmail } from '../../core/text/index.ts';
import type { Passwords } from '../passwords/index.ts';
import type { Throttles } from '../throttles/index.ts';
import type { User, UserStore } from '../users/index.ts';
import type { Credentials } from './basic.ts';
import { fitsGenericHash, isGenericHash } from './generic.ts';
import { fitsOwnHash, hashSecret, isOwnHash, makeSecret, plainSecret } from './secret.ts';
import type { ApplicationPassword, ApplicationPasswords } from './store.ts';
import type { VerifiedSecrets } from './verified-secrets.ts';

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
  readonly throttles: Throttles;
  readonly verified: VerifiedSecrets;
}

const isFast = (hash: string): boolean => isOwnHash(hash) || isGenericHash(hash);

/** A hash that no secret matches; checking it makes an unknown user take as long as a known one. */
const DECOY = hashSecret(makeSecret());

/** Finds the user, by login or e-mail address, whose application password the credentials hold. Null when there is none. */
export async function authenticate(
  { login, password }: Credentials,
  address: string,
  { users, store, passwords, hooks, throttles, verified }: AuthenticationParts,
): Promise<Identified | null> {
  /** Looks among hashes that another system left: they take long to check, so attempts at them are counted. */
  const amongSlow = async (items: readonly ApplicationPassword[], secret: string) => {
    const slow = items.filter((item) => !isFast(item.password));
    const known = slow.find((item) => verified.has(secret, item.password));
    if (known !== undefined || slow.length === 0) return known;
    const find = async () => {
      for (const item of slow) if (await passwords.verify(secret, item.password)) return item;
      return undefined;
    };
    const fitting = await throttles.attempt(
      { purpose: 'application-password', account: login, address },
      find,
      Boolean,
    );
    if (fitting !== undefined) verified.add(secret, fitting.password);
    return fitting;
  };

  const secret = plainSecret(password);
  const user = (await users.byLogin(login)) ?? (isEmail(login) ? await users.byEmail(login) : null);
  // An unknown user costs as many statements as a known one, who is read with all metadata.
  const all = user === null ? await store.list(0) : store.of(user);
  const items = all.filter((item) => !store.isOver(item));
  let found: ApplicationPassword | undefined;
  // Every password and the decoy are checked, so that the time does not reveal which one matched.
  fitsOwnHash(secret, DECOY);
  for (const item of items) {
    const { password: hash } = item;
    if (isOwnHash(hash) ? fitsOwnHash(secret, hash) : isGenericHash(hash) && (await fitsGenericHash(secret, hash)))
      found = item;
  }
  found ??= await amongSlow(items, secret);
  if (user === null || found === undefined) return null;
  if (!hooks.filter('cms_is_application_passwords_available_for_user').call(true, user)) return null;
  if (store.isOurs && !isFast(found.password)) await store.rehash(user.id, found.uuid, secret);
  return { user, item: found };
}
