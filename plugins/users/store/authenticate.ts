import type { RestError } from '../../../core/index.ts';
import { isEmail } from '../../../core/text/index.ts';
import { storeErrors as errors } from '../errors.ts';
import type { User } from '../user.ts';
import { secretsOf, withSecrets } from '../user-secrets.ts';
import type { UserStoreDependencies } from './dependencies.ts';
import { HashKinds } from './hash-kinds.ts';
import { type ReadDependencies, userWhere } from './read.ts';

type AuthenticateDependencies = ReadDependencies & Pick<UserStoreDependencies, 'passwords'>;

/** Checks logins; does the same work for an unknown login as for a wrong password, whatever hash is stored. */
export class Authenticator {
  readonly #dependencies: AuthenticateDependencies;
  readonly #kinds: HashKinds;

  constructor(dependencies: AuthenticateDependencies) {
    this.#dependencies = dependencies;
    this.#kinds = new HashKinds(dependencies);
  }

  /** The user of a login or email address and a password, or the error object that refuses. */
  async authenticate(login: string, password: string): Promise<User | RestError> {
    const { passwords, database } = this.#dependencies;
    const user = await this.#find(login);
    const secrets = user === null ? undefined : secretsOf(user);
    const stored = secrets?.passwordHash ?? '';
    const { hash, others } = await this.#kinds.alike(stored);
    const fits = await passwords.verify(password, hash, others);
    if (user === null || secrets === undefined || !fits || stored !== hash) return errors.incorrect_password();
    if (!passwords.needsRehash(stored)) return user;
    const passwordHash = await passwords.hash(password);
    // The condition on the old hash makes sure that a password that was changed meanwhile is not overwritten.
    await database.db
      .updateTable('users')
      .set({ user_pass: passwordHash })
      .where('ID', '=', user.id)
      .where('user_pass', '=', stored)
      .execute();
    return withSecrets(user, { ...secrets, passwordHash });
  }

  async #find(login: string): Promise<User | null> {
    const byLogin = await userWhere('user_login', login.trim(), this.#dependencies);
    return byLogin ?? (isEmail(login) ? userWhere('user_email', login, this.#dependencies) : null);
  }
}
