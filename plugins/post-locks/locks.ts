import type { PluginHooks } from '../../core/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { SiteClock } from '../options/index.ts';

/** The metadata of an item that has its lock, as `time:user`. */
const KEY = '_edit_lock';
const LOCK = /^(\d{1,12}):(\d{1,12})$/;

/** How many seconds a lock holds unless it is refreshed. */
const WINDOW = 150;

/** How many seconds a released lock still holds, so that a user who only loads the page anew does not lose it. */
const GRACE = 5;

/** Who writes an item, since when, in seconds. */
interface Lock {
  readonly time: number;
  readonly user: number;
}

/** What became of a lock that was to be refreshed: it holds, or another user has taken it. */
export type Refreshed = { readonly lock: string } | { readonly holder: number };

/** Knows who writes which item. A lock tells editors of each other; it keeps nobody from writing. */
export class Locks {
  readonly #meta: MetaStore;
  readonly #clock: SiteClock;
  readonly #hooks: PluginHooks;

  constructor(meta: MetaStore, clock: SiteClock, hooks: PluginHooks) {
    this.#meta = meta;
    this.#clock = clock;
    this.#hooks = hooks;
  }

  /** The user who holds an item, unless it is the given one; undefined when nobody else does. */
  async holder(post: number, except: number): Promise<number | undefined> {
    return (await this.holders([post], except)).get(post);
  }

  /** The users who hold items, by item, without the given one; in one statement. */
  async holders(posts: readonly number[], except: number): Promise<Map<number, number>> {
    const found = new Map<number, number>();
    const stored = await this.#meta.load('post', posts, [KEY]);
    for (const [post, values] of stored) {
      const lock = parseLock(values.get(KEY)?.[0]);
      if (lock !== undefined && lock.user !== except && this.#age(lock) < this.#window()) found.set(post, lock.user);
    }
    return found;
  }

  /** Gives a user the lock of an item, even if another user holds it; answers with the lock. */
  async take(post: number, user: number): Promise<string> {
    return this.#store(post, { time: this.#now(), user });
  }

  /**
   * Refreshes the lock of a user, unless another one has it. It is written only when it is not fresh any more, since
   * what is cached of items ends with each write.
   */
  async refresh(post: number, user: number): Promise<Refreshed> {
    const lock = parseLock((await this.#meta.get('post', post, KEY))[0]);
    const age = lock === undefined ? Number.POSITIVE_INFINITY : this.#age(lock);
    if (lock === undefined || age >= this.#window()) return { lock: await this.take(post, user) };
    if (lock.user !== user) return { holder: lock.user };
    return { lock: age < this.#window() / 3 ? textOf(lock) : await this.take(post, user) };
  }

  /** Lets go of a lock, which ends a few seconds later; nothing happens unless it is the one that is stored. */
  async release(post: number, lock: string, user: number): Promise<void> {
    const held = parseLock(lock);
    if (held?.user !== user || (await this.#meta.get('post', post, KEY))[0] !== lock) return;
    await this.#store(post, { time: this.#now() - this.#window() + GRACE, user });
  }

  async #store(post: number, lock: Lock): Promise<string> {
    await this.#meta.set('post', post, KEY, textOf(lock));
    return textOf(lock);
  }

  readonly #now = (): number => Math.floor(this.#clock.now().getTime() / 1000);

  readonly #age = ({ time }: Lock): number => this.#now() - time;

  readonly #window = (): number => this.#hooks.filter('cms_check_post_lock_window').call(WINDOW);
}

function parseLock(text: unknown): Lock | undefined {
  const [, time, user] = (typeof text === 'string' ? LOCK.exec(text) : null) ?? [];
  return time === undefined ? undefined : { time: Number(time), user: Number(user) };
}

const textOf = ({ time, user }: Lock): string => `${time}:${user}`;
