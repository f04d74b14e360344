import type { PluginHooks } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { User, UserStore } from '../users/index.ts';
import type { Background } from './background.ts';
import type { Letters } from './letters.ts';

/** The services that notices need. */
export interface NoticeParts {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly users: UserStore;
  readonly letters: Letters;
  readonly background: Background;
  /** Whether users are told at all. */
  readonly isOn: boolean;
}

/** Tells users of a changed password or email address, by whatever way it was changed, once that is stored. */
export class Notices {
  readonly #parts: NoticeParts;
  /** Users who are told otherwise. */
  readonly #exempt = new Set<number>();

  constructor(parts: NoticeParts) {
    this.#parts = parts;
    const { hooks, users, letters, isOn } = parts;
    if (!isOn) return;
    hooks.action('user_password_changed').tapPromise('password-reset', async (userId) => {
      if (this.#exempt.has(userId)) return;
      const user = await users.byId(userId);
      if (user !== null) this.#send(() => letters.sendPasswordNotice(user));
    });
    hooks.action('profile_update').tap('password-reset', (_userId, old: User, { email }) => {
      if (email === undefined || email === old.email || old.email === '') return;
      this.#send(() => letters.sendAddressNotice(old));
    });
  }

  /** Does work that changes a user's password without telling the user of it. */
  async without<T>(userId: number, work: () => Promise<T>): Promise<T> {
    this.#exempt.add(userId);
    try {
      return await work();
    } finally {
      this.#exempt.delete(userId);
    }
  }

  #send(letter: () => Promise<unknown>): void {
    const { database, background } = this.#parts;
    database.afterCommit(() => background.run(letter), { changesAnswers: false });
  }
}
