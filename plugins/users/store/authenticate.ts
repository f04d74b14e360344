import { isEmail, type RestError } from '../../../core/index.ts';
import { storeErrors as errors } from '../errors.ts';
import type { User } from '../user.ts';
import type { UserStoreKit } from './kit.ts';
import { userWhere } from './read.ts';

/** Checks logins; takes as long for one that nobody has as for a wrong password. */
export class Authenticator {
  readonly #kit: UserStoreKit;
  #standIn: Promise<string> | undefined;

  constructor(kit: UserStoreKit) {
    this.#kit = kit;
  }

  /** The user of a login or email address and a password, or the error object that refuses. */
  async authenticate(login: string, password: string): Promise<User | RestError> {
    const { passwords, database } = this.#kit;
    const user = await this.#find(login);
    const fits = await passwords.verify(password, user?.passwordHash || (await this.#standInHash()));
    if (user === null || !fits || user.passwordHash === '') return errors.incorrect_password();
    if (!passwords.needsRehash(user.passwordHash)) return user;
    const passwordHash = await passwords.hash(password);
    // Only if nobody has changed the password meanwhile.
    await database.db
      .updateTable('users')
      .set({ user_pass: passwordHash })
      .where('ID', '=', user.id)
      .where('user_pass', '=', user.passwordHash)
      .execute();
    return { ...user, passwordHash };
  }

  async #find(login: string): Promise<User | null> {
    const byLogin = await userWhere('user_login', login.trim(), this.#kit);
    return byLogin ?? (isEmail(login) ? userWhere('user_email', login, this.#kit) : null);
  }

  /** A hash that no password is compared with for good. */
  #standInHash(): Promise<string> {
    this.#standIn ??= this.#kit.passwords.hash('');
    return this.#standIn;
  }
}
