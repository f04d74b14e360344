import type { RequestContext } from './rest/context.ts';
import { serviceToken } from './services.ts';

/** Whoever makes a request, as permission checks see them. */
export interface CurrentUser {
  /** The user's id; 0 for the anonymous. */
  readonly id: number;
  /**
   * Whether the user has a capability: primitive (`edit_posts`), or meta with its object
   * (`edit_post` and a content item).
   */
  can(capability: string, ...args: unknown[]): boolean;
}

/** The user that nobody signed in as: may do nothing that needs a capability. */
export const ANONYMOUS: CurrentUser = Object.freeze({ id: 0, can: () => false });

/** Whether someone is signed in. */
export const isLoggedIn = (user: CurrentUser): boolean => user.id !== 0;

/** The status of a refusal (5): 401 to the anonymous, 403 to whoever is signed in. */
export const authorizationRequiredCode = (user: CurrentUser): 401 | 403 => (isLoggedIn(user) ? 403 : 401);

/** Turns the user id that authentication found into a user. */
export interface UserLoader {
  /**
   * The user of an id, or null when there is none. Whoever has found out that a request is theirs may have read them
   * already: they are taken from its context.
   */
  load(id: number, context?: RequestContext): Promise<CurrentUser | null>;
  /** The user of a login name, or null when there is none. */
  find?(login: string): Promise<CurrentUser | null>;
}

/** The token of the plugin that knows users. Without one, everybody is anonymous. */
export const UserLoader = serviceToken<UserLoader>('user-loader', { needs: 'users:read', provider: 'authentication' });

declare module './services.ts' {
  interface ServiceCatalogue {
    'user-loader': UserLoader;
  }
}
