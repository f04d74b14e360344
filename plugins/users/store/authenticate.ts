import type { RestError } from '../../../core/index.ts';
import { isEmail } from '../../../core/text/index.ts';
import { storeErrors as errors } from '../errors.ts';
import type { User } from '../user.ts';
import { secretsOf, withSecrets } from '../user-secrets.ts';
import type { UserStoreDependencies } from './dependencies.ts';
import { type ReadDependencies, userWhere } from './read.ts';

type AuthenticateDependencies = ReadDependencies & Pick<UserStoreDependencies, 'passwords'>;

/** Checks logins; takes as long for an unknown login as for a wrong password. */
export class Authenticator {
  readonly #dependencies: AuthenticateDependencies;
  #dummy: Promise<string> | undefined;

  constructor(dependencies: AuthenticateDependencies) {
    this.#dependencies = dependencies;
  }

  /** The user of a login or email address and a password, or the error object that refuses. */
  async authenticate(login: string, password: string): Promise<User | RestError> {
    const { passwords, database } = this.#dependencies;
    const user = await this.#find(login);
    const secrets = user === null ? undefined : secretsOf(user);
    const fits = await passwords.verify(password, secrets?.passwordHash || (await this.#dummyHash()));
    if (user === null || secrets === undefined || !fits || secrets.passwordHash === '')
      return errors.incorrect_password();
    if (!passwords.needsRehash(secrets.passwordHash)) return user;
    const passwordHash = await passwords.hash(password);
    // The condition on the old hash makes sure that a password that was changed meanwhile is not overwritten.
    await database.db
      .updateTable('users')
      .set({ user_pass: passwordHash })
      .where('ID', '=', user.id)
      .where('user_pass', '=', secrets.passwordHash)
      .execute();
    return withSecrets(user, { ...secrets, passwordHash });
  }

  async #find(login: string): Promise<User | null> {
    const byLogin = await userWhere('user_login', login.trim(), this.#dependencies);
    return byLogin ?? (isEmail(login) ? userWhere('user_email', login, this.#dependencies) : null);
  }

  /** The hash that the password of an unknown login is compared with, so that the answer takes as long. */
  #dummyHash(): Promise<string> {
    this.#dummy ??= this.#dependencies.passwords.hash('');
    return this.#dummy;
  }
}
