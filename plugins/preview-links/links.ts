import { randomBytes } from 'node:crypto';
import type { AuthKeys } from '../auth-keys/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { Post } from '../posts/index.ts';

/** The key of the item with which its links are signed; without it they are void. */
const KEY = '_preview_key';

const TOKEN = /^([1-9]\d{0,14})-(\d{1,12})-([0-9a-f]{64})$/;

/** Statuses of items that no link opens. */
const CLOSED: ReadonlySet<string> = new Set(['trash', 'auto-draft', 'inherit']);

/** Whether links can open an item in its status. */
export const canBePreviewed = ({ status }: Pick<Post, 'status'>): boolean => !CLOSED.has(status);

const PURPOSE = 'preview-link';

const textOf = (id: number, expires: number, key: string): string => JSON.stringify([id, expires, key]);

/** Signs links that open one item for a time, and recognises them. */
export class PreviewLinks {
  readonly #keys: AuthKeys;
  readonly #meta: MetaStore;
  readonly #clock: SiteClock;

  constructor(keys: AuthKeys, meta: MetaStore, clock: SiteClock) {
    this.#keys = keys;
    this.#meta = meta;
    this.#clock = clock;
  }

  /** A token that opens an item for some seconds. */
  async make({ id }: Post, seconds: number): Promise<{ readonly token: string; readonly expires: number }> {
    const key = (await this.#keyOf(id)) ?? randomBytes(16).toString('hex');
    await this.#meta.set('post', id, KEY, key);
    const expires = this.#now() + seconds;
    // Another key may have been made at the same time; the stored one holds.
    const signature = this.#keys.sign(PURPOSE, textOf(id, expires, (await this.#keyOf(id)) ?? key));
    return { token: `${id}-${expires}-${signature}`, expires };
  }

  /** Voids all links to an item. */
  async revoke(id: number): Promise<void> {
    await this.#meta.delete('post', id, KEY);
  }

  /** The id of the item that a token opens now; undefined for a token that is forged, expired or revoked. */
  async read(token: unknown): Promise<number | undefined> {
    const [, id = '', expires = '', signature = ''] = TOKEN.exec(typeof token === 'string' ? token : '') ?? [];
    if (id === '' || Number(expires) <= this.#now()) return undefined;
    const key = await this.#keyOf(Number(id));
    if (key === undefined) return undefined;
    const isValid = this.#keys.verify(PURPOSE, textOf(Number(id), Number(expires), key), signature);
    return isValid ? Number(id) : undefined;
  }

  async #keyOf(id: number): Promise<string | undefined> {
    const [key] = await this.#meta.get('post', id, KEY);
    return typeof key === 'string' && key !== '' ? key : undefined;
  }

  #now(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}
