import type { CapabilityCatalogue } from './capability-catalogue.ts';

type ObjectsOf<C extends string> = C extends keyof CapabilityCatalogue ? CapabilityCatalogue[C] : unknown[];

/** The user who makes a request, as permission checks see it. */
export interface CurrentUser {
  /** The user's id; 0 for the anonymous. */
  readonly id: number;
  /**
   * Whether the user has a capability: primitive (`edit_posts`), or meta with its object
   * (`edit_post` and a content item).
   */
  can<C extends keyof CapabilityCatalogue | (string & {})>(capability: C, ...objects: ObjectsOf<C>): boolean;
}

/** The user of a request without a sign-in, who may do nothing that needs a capability. */
export const ANONYMOUS: CurrentUser = Object.freeze({ id: 0, can: () => false });

/**
 * Whether a user is signed in.
 *
 * @param user the user of a request
 */
export const isLoggedIn = (user: CurrentUser): boolean => user.id !== 0;

/** The status of a refusal (5): 401 for an anonymous user, 403 for one who is signed in. */
export const authorizationRequiredCode = (user: CurrentUser): 401 | 403 => (isLoggedIn(user) ? 403 : 401);
