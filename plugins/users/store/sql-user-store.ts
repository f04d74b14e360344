import type { RequestContext, RestError } from '../../../core/index.ts';
import { type BatchLoader, loader } from '../../database/index.ts';
import type { FoundUsers, User, UserInput, UserQuery } from '../user.ts';
import type { UserStore } from '../user-store.ts';
import { Authenticator } from './authenticate.ts';
import type { UserStoreDependencies } from './dependencies.ts';
import { queryUsers } from './query.ts';
import { publishedAuthors, usersByIds, userWhere } from './read.ts';
import { createUser, deleteUser, updateUser } from './write.ts';

/** The users of the site's database. */
export class SqlUserStore implements UserStore {
  readonly #dependencies: UserStoreDependencies;
  readonly #authenticator: Authenticator;

  constructor(dependencies: UserStoreDependencies) {
    this.#dependencies = dependencies;
    this.#authenticator = new Authenticator(dependencies);
  }

  async byId(id: number): Promise<User | null> {
    return (await this.byIds([id])).get(id) ?? null;
  }

  byIds(ids: readonly number[]): Promise<Map<number, User>> {
    return usersByIds(ids, this.#dependencies);
  }

  byLogin(login: string): Promise<User | null> {
    return userWhere('user_login', login, this.#dependencies);
  }

  byEmail(email: string): Promise<User | null> {
    return userWhere('user_email', email, this.#dependencies);
  }

  bySlug(nicename: string): Promise<User | null> {
    return userWhere('user_nicename', nicename, this.#dependencies);
  }

  loader(context: RequestContext): BatchLoader<number, User | null> {
    return loader(context, this, async (ids: readonly number[]) => {
      const users = await this.byIds(ids);
      return ids.map((id) => users.get(id) ?? null);
    });
  }

  query(query: UserQuery): Promise<FoundUsers> {
    return queryUsers(query, this.#dependencies);
  }

  hasPublished(context: RequestContext, id: number, types: readonly string[]): Promise<boolean> {
    const key = `users that published ${types.join()}`;
    const published = loader(context, key, async (ids: readonly number[]) => {
      const authors = await publishedAuthors(ids, types, this.#dependencies.database);
      return ids.map((author) => authors.has(author));
    });
    return published.load(id);
  }

  create(input: UserInput): Promise<User> {
    return createUser(input, this.#dependencies);
  }

  update(id: number, input: UserInput): Promise<User> {
    return updateUser(id, input, this.#dependencies);
  }

  delete(id: number, reassign: number | null): Promise<void> {
    return deleteUser(id, reassign, this.#dependencies);
  }

  authenticate(login: string, password: string): Promise<User | RestError> {
    return this.#authenticator.authenticate(login, password);
  }
}
