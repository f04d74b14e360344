import type { MetaValues } from '../meta/index.ts';

/** A user as stored. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  /** The slug of the author's page. */
  readonly nicename: string;
  readonly url: string;
  /** When the user was made, in UTC: `YYYY-MM-DD HH:MM:SS`. */
  readonly registered: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly nickname: string;
  readonly description: string;
  /** The user's own locale; empty for the site's. */
  readonly locale: string;
  readonly roles: readonly string[];
  /** The entries of the user's own record: roles by slug, and single capabilities that are given or taken away. */
  readonly capabilities: Readonly<Record<string, boolean>>;
  /** The user's metadata, without reserved keys. */
  readonly meta: MetaValues;
}

/** The input that makes or changes a user. */
export interface UserInput {
  readonly login?: string;
  /** In plain text; stored as a hash. */
  readonly password?: string;
  /** A hash that is stored as it is, in place of a password. */
  readonly passwordHash?: string;
  readonly email?: string;
  readonly nicename?: string;
  readonly url?: string;
  readonly registered?: string;
  readonly displayName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly nickname?: string;
  readonly description?: string;
  readonly locale?: string;
  /** All roles of the user; capabilities of the user's own stay. */
  readonly roles?: readonly string[];
  /** An id to give to a new user, if it is free. */
  readonly importId?: number;
}

/** The input as hooks get it: passwords and their hashes never ride on hooks. */
export type OpenUserInput = Omit<UserInput, 'password' | 'passwordHash'>;

/** What users may be ordered by. */
export type UserOrder =
  | 'id'
  | 'include'
  | 'name'
  | 'registered_date'
  | 'slug'
  | 'include_slugs'
  | 'email'
  | 'url'
  | 'login';

/** The columns that a search may look at. */
export type UserSearchColumn = 'ID' | 'user_login' | 'user_email' | 'user_url' | 'user_nicename' | 'display_name';

/** Which users to find, and in which order. */
export interface UserQuery {
  /** These ids alone; `exclude` has no effect then. */
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  /** A text that one of the columns holds. */
  readonly search?: string;
  /** The columns that `search` looks at; by the form of the text when left out. */
  readonly searchColumns?: readonly UserSearchColumn[];
  readonly slugs?: readonly string[];
  /** Users of any of these roles. */
  readonly roles?: readonly string[];
  /** Users who have any of these capabilities, by themselves or by role. */
  readonly capabilities?: readonly string[];
  /** Users who published an item of any of these content types. */
  readonly hasPublishedPosts?: readonly string[];
  /** `name` when left out. */
  readonly orderBy?: UserOrder;
  readonly order?: 'asc' | 'desc';
  /** The most users to find; all when left out. */
  readonly number?: number;
  readonly offset?: number;
}

/** A part of the users that match a query, and the total. */
export interface FoundUsers {
  readonly users: User[];
  readonly total: number;
}
