import { randomUUID } from 'node:crypto';
import type { PluginHooks } from '../../core/index.ts';
import { sanitizeTextField } from '../../core/text/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Passwords } from '../passwords/index.ts';
import type { UserRecord } from '../sessions/index.ts';
import type { User, UserSecrets } from '../users/index.ts';
import { errors } from './errors.ts';
import { genericHash } from './generic.ts';
import { hashSecret, makeSecret } from './secret.ts';

/** What an application password may be used for: everything, or requests that only read. */
export type Scope = 'all' | 'read';

/** An application password. Times are Unix times in seconds. */
export interface ApplicationPassword {
  readonly uuid: string;
  readonly app_id: string;
  readonly name: string;
  /** The hash of the secret. */
  readonly password: string;
  readonly created: number;
  readonly last_used: number | null;
  readonly last_ip: string | null;
  /** When it ends; null for never. */
  readonly expires: number | null;
  readonly scope: Scope;
}

/** An application password as hooks get it: hashes never ride on hooks. */
export type OpenApplicationPassword = Omit<ApplicationPassword, 'password'>;

/** An application password without its hash. */
export const withoutHash = ({ password: _, ...item }: ApplicationPassword): OpenApplicationPassword => item;

/** What an application password is made of. */
export interface NewApplicationPassword {
  readonly name?: string;
  /** A UUID that the application chose for itself; empty for none. */
  readonly app_id?: string;
  /** When it ends, in Unix time in seconds; never when left out. */
  readonly expires?: number;
  /** `all` when left out. */
  readonly scope?: Scope;
}

const DAY = 24 * 3600;

/** The option that says that there are any; WordPress looks at none before it is there. */
const IN_USE = 'using_application_passwords';

/** The services that application passwords need. */
export interface ApplicationPasswordParts {
  readonly record: UserRecord;
  readonly clock: SiteClock;
  readonly hooks: PluginHooks;
  readonly secrets: UserSecrets;
  readonly options: Options;
  readonly passwords: Passwords;
  /** Whether it is noted when and from where they are used. */
  readonly recordsUse: boolean;
}

/** The application passwords of users, in their meta. */
export class ApplicationPasswords {
  readonly #parts: ApplicationPasswordParts;

  constructor(parts: ApplicationPasswordParts) {
    this.#parts = parts;
  }

  /** Whether no other program reads the hashes. */
  get isOurs(): boolean {
    return this.#parts.passwords.shared === undefined;
  }

  /** A user's application passwords, oldest first. */
  async list(userId: number): Promise<ApplicationPassword[]> {
    return itemsOf(await this.#parts.record.read(userId));
  }

  /** The application passwords of a user, who has been read with them. */
  of(user: User): ApplicationPassword[] {
    return itemsOf(this.#parts.record.of(this.#parts.secrets.of(user).meta));
  }

  /** Whether an application password has ended. */
  isOver({ expires }: ApplicationPassword): boolean {
    return expires !== null && expires <= this.#now();
  }

  /** One of a user's application passwords. */
  async get(userId: number, uuid: string): Promise<ApplicationPassword | undefined> {
    return (await this.list(userId)).find((item) => item.uuid === uuid);
  }

  /**
   * Makes an application password; its secret is in the answer and nowhere else. Throws
   * `application_password_empty_name`, `application_password_duplicate_name` and `application_password_expired`.
   */
  async create(
    userId: number,
    { name = '', app_id = '', expires, scope = 'all' }: NewApplicationPassword,
  ): Promise<{ item: ApplicationPassword; secret: string }> {
    if (expires !== undefined && !(expires > this.#now())) throw errors.application_password_expired();
    if (!this.isOurs && (expires !== undefined || scope !== 'all')) throw errors.application_password_unsupported();
    const secret = makeSecret();
    const item: ApplicationPassword = {
      uuid: randomUUID(),
      app_id,
      name: cleanName(name),
      password: await this.#hash(secret),
      created: this.#now(),
      last_used: null,
      last_ip: null,
      expires: expires ?? null,
      scope,
    };
    await this.#change(userId, (items) => {
      const key = item.name.toLowerCase();
      if (items.some((other) => other.name.toLowerCase() === key)) throw errors.application_password_duplicate_name();
      return [...items, item];
    });
    const { hooks, options } = this.#parts;
    if (!options.get(IN_USE)) await options.set(IN_USE, 1, { autoload: false });
    await hooks.action('cms_create_application_password').promise(userId, withoutHash(item));
    return { item, secret };
  }

  /** Renames an application password; nothing else of it can be changed. Undefined when there is none. */
  async rename(userId: number, uuid: string, name: string): Promise<ApplicationPassword | undefined> {
    const clean = cleanName(name);
    const item = await this.#edit(userId, uuid, (found) => (found.name === clean ? found : { ...found, name: clean }));
    if (item !== undefined)
      await this.#parts.hooks.action('cms_update_application_password').promise(userId, withoutHash(item));
    return item;
  }

  /** Revokes an application password; undefined when there is none. */
  async delete(userId: number, uuid: string): Promise<ApplicationPassword | undefined> {
    const [revoked] = await this.#revoke(userId, (item) => item.uuid === uuid);
    return revoked;
  }

  /** Revokes all of a user's application passwords, and says how many those were. */
  async deleteAll(userId: number): Promise<number> {
    return (await this.#revoke(userId, () => true)).length;
  }

  /** Records when and from where an application password was used, at most once a day. */
  async recordUse(userId: number, used: ApplicationPassword, address: string | null): Promise<void> {
    if (!this.#parts.recordsUse) return;
    const isDue = ({ last_used }: ApplicationPassword) => last_used === null || last_used + DAY <= this.#now();
    if (!isDue(used)) return;
    await this.#edit(userId, used.uuid, (item) =>
      isDue(item) ? { ...item, last_used: this.#now(), last_ip: address } : item,
    );
  }

  /** Puts a hash of ours in the place of one that another system left. */
  async rehash(userId: number, uuid: string, secret: string): Promise<void> {
    await this.#edit(userId, uuid, (item) => ({ ...item, password: hashSecret(secret) }));
  }

  async #hash(secret: string): Promise<string> {
    const { passwords } = this.#parts;
    if (passwords.shared === undefined) return hashSecret(secret);
    return passwords.shared.secrets === 'generic' ? genericHash(secret) : passwords.hash(secret);
  }

  async #revoke(userId: number, isMeant: (item: ApplicationPassword) => boolean): Promise<ApplicationPassword[]> {
    let revoked: ApplicationPassword[] = [];
    await this.#change(userId, (items) => {
      revoked = items.filter(isMeant);
      return revoked.length === 0 ? items : items.filter((item) => !isMeant(item));
    });
    for (const item of revoked)
      await this.#parts.hooks.action('cms_delete_application_password').promise(userId, withoutHash(item));
    return revoked;
  }

  async #edit(
    userId: number,
    uuid: string,
    edit: (item: ApplicationPassword) => ApplicationPassword,
  ): Promise<ApplicationPassword | undefined> {
    const items = await this.#change(userId, (before) => {
      const after = before.map((item) => (item.uuid === uuid ? edit(item) : item));
      return after.every((item, index) => item === before[index]) ? before : after;
    });
    return items.find((item) => item.uuid === uuid);
  }

  /** Changes the list; given back as it is, nothing is written. */
  async #change(
    userId: number,
    change: (items: ApplicationPassword[]) => ApplicationPassword[],
  ): Promise<ApplicationPassword[]> {
    let after: ApplicationPassword[] = [];
    await this.#parts.record.change(userId, (value) => {
      const before = itemsOf(value);
      after = change(before);
      return after === before ? value : [...after.map(toStored), ...entriesOf(value).filter((entry) => !isItem(entry))];
    });
    return after;
  }

  #now(): number {
    return Math.floor(this.#parts.clock.now().getTime() / 1000);
  }
}

/** An application password as the user's meta holds it: what it has beyond those of other systems stands there if it says anything. */
const toStored = ({ expires, scope, ...item }: ApplicationPassword) => ({
  ...item,
  ...(expires === null ? {} : { expires }),
  ...(scope === 'all' ? {} : { scope }),
});

function cleanName(name: string): string {
  const clean = sanitizeTextField(name);
  if (clean === '') throw errors.application_password_empty_name();
  return clean;
}

/** The list that a stored value holds; what has no id or no hash is left out. */
function itemsOf(value: unknown): ApplicationPassword[] {
  return entriesOf(value)
    .filter(isItem)
    .map((item) => ({
      // What others note of it stays.
      ...item,
      uuid: item.uuid,
      app_id: item.app_id ?? '',
      name: item.name ?? '',
      password: item.password,
      created: Number(item.created ?? 0),
      last_used: item.last_used ? Number(item.last_used) : null,
      last_ip: item.last_ip ? item.last_ip : null,
      expires: item.expires ? Number(item.expires) : null,
      // Whatever is not known to be everything is the least.
      scope: (item.scope ?? 'all') === 'all' ? 'all' : 'read',
    }));
}

const entriesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

type StoredItem = Partial<ApplicationPassword> & Pick<ApplicationPassword, 'uuid' | 'password'>;

function isItem(entry: unknown): entry is StoredItem {
  const { uuid, password } = Object(entry) as Partial<ApplicationPassword>;
  return typeof uuid === 'string' && typeof password === 'string';
}
