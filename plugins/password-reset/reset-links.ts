import type { Site } from '../../core/index.ts';
import type { AuthKeys } from '../auth-keys/index.ts';
import type { SiteClock } from '../options/index.ts';
import type { User, UserSecrets, UserStore } from '../users/index.ts';

/** What links are made of and read with. */
export interface ResetLinkParts {
  readonly site: Site;
  readonly keys: AuthKeys;
  readonly clock: SiteClock;
  readonly users: UserStore;
  readonly secrets: UserSecrets;
  /** How many seconds a link holds. */
  readonly lifetime: number;
}

const [LINK, STATE] = ['password-reset', 'password-reset-state'];

/** How many digits of the state's signature stand in a key. */
const STATE_DIGITS = 32;

const FORM = /^(\d{1,15})\.(\d{1,12})\.([0-9a-f]{32})\.([0-9a-f]{64})$/;

/** The path of the page that links lead to. */
export const RESET_PATH = '/reset-password';

/**
 * Links by which a user sets a new password. Nothing of them is stored: the key of a link is signed, holds for a time, and
 * only as long as the user has the password and the address that the link was sent for. So it is used up by any new
 * password. A key that is not ours is known for it without a look at any user.
 */
export class ResetLinks {
  readonly #parts: ResetLinkParts;

  constructor(parts: ResetLinkParts) {
    this.#parts = parts;
  }

  /** A link for a user; its address is the public one of the site, whatever host a request names. */
  make(user: User): string {
    const { site, keys, lifetime } = this.#parts;
    const claim = [user.id, this.#now() + lifetime, keys.sign(STATE, this.#stateOf(user)).slice(-STATE_DIGITS)].join(
      '.',
    );
    return `${site.home}${RESET_PATH}?key=${claim}.${keys.sign(LINK, claim)}`;
  }

  /** The user of a link's key; undefined for one that is not ours, is over, or was used. */
  async read(key: string): Promise<User | undefined> {
    const { keys, users } = this.#parts;
    const [, id, ends, state = '', signature = ''] = FORM.exec(key) ?? [];
    if (!keys.verify(LINK, [id, ends, state].join('.'), signature) || Number(ends) <= this.#now()) return undefined;
    const user = await users.byId(Number(id));
    return user !== null && keys.verify(STATE, this.#stateOf(user), state) ? user : undefined;
  }

  #stateOf(user: User): string {
    return JSON.stringify([user.id, user.email, this.#parts.secrets.of(user).passwordHash]);
  }

  #now(): number {
    return Math.floor(this.#parts.clock.now().getTime() / 1000);
  }
}
