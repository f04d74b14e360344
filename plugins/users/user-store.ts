import { type RequestContext, type RestError, serviceToken } from '../../core/index.ts';
import type { BatchLoader } from '../database/index.ts';
import type { FoundUsers, User, UserInput, UserQuery } from './user.ts';

/** The site's users. */
export interface UserStore {
  byId(id: number): Promise<User | null>;
  byIds(ids: readonly number[]): Promise<Map<number, User>>;
  byLogin(login: string): Promise<User | null>;
  byEmail(email: string): Promise<User | null>;
  bySlug(nicename: string): Promise<User | null>;
  /** A loader that reads the users that a request needs in one query. */
  loader(context: RequestContext): BatchLoader<number, User | null>;
  query(query: UserQuery): Promise<FoundUsers>;
  /**
   * Which of these users published an item of any of these content types; requests of one request context are batched.
   */
  hasPublished(context: RequestContext, id: number, types: readonly string[]): Promise<boolean>;
  /**
   * Makes a user. Throws an error object: `empty_user_login`, `user_login_too_long`, `existing_user_login`,
   * `existing_user_email`, `user_nicename_too_long`, `user_url_too_long`, and `rest_user_invalid_password` where a rule of
   * the service `PasswordRules` refuses the password.
   */
  create(input: UserInput): Promise<User>;
  /** Changes a user. Throws as `create` does, and `invalid_user_id`. */
  update(id: number, input: UserInput): Promise<User>;
  /** Deletes a user; `reassign` is who takes over what the user made, null when it is deleted too. */
  delete(id: number, reassign: number | null): Promise<void>;
  /**
   * The user whose login or email address and password these are, or an error object with status 401 that does not
   * tell which of them was wrong. Takes the time of a slow hash either way.
   */
  authenticate(login: string, password: string): Promise<User | RestError>;
}

/** The token of the site's users. */
export const UserStore = serviceToken('user-store', {
  requiredPermissions: 'users:write',
  reads: ['byId', 'byIds', 'byLogin', 'byEmail', 'bySlug', 'loader', 'query', 'hasPublished'],
  // Passwords could be guessed with it.
  requiredPermissionsOf: (member) => (member === 'authenticate' ? 'authentication' : 'users:write'),
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'user-store': UserStore;
  }
}
