import { serviceToken } from '../services/service-token.ts';
import type { RequestContext } from './context.ts';
import type { CurrentUser } from './user.ts';

/** Turns the user id that authentication found into a user. */
export interface UserLoader {
  /**
   * The user of an id, or null when there is none. A user whom authentication has read already
   * is taken from the context.
   */
  load(id: number, context?: RequestContext): Promise<CurrentUser | null>;
  /** The user of a login name, or null when there is none. */
  find?(login: string): Promise<CurrentUser | null>;
}

/** The token of the plugin that knows users. Without one, every user is anonymous. */
export const UserLoader = serviceToken<UserLoader>('user-loader', {
  requiredPermissions: 'authentication',
});

declare module '../services/catalogue.ts' {
  interface ServiceCatalogue {
    'user-loader': UserLoader;
  }
}
