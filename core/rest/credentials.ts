import type { HttpInfo } from '../base/http-info.ts';
import { serviceToken } from '../services/service-token.ts';
import type { RequestContext } from './context.ts';
import type { RestRequest } from './request.ts';
import { ANONYMOUS, type CurrentUser } from './user.ts';

/** Tells what requests hold no more once it is known who makes them. */
export interface Credentials {
  /** A header of a request as it came, `Authorization` and `Cookie` among them; null when it is absent. */
  header(request: RestRequest, name: string): string | null;
  /** The connection that a request came by, with its cookies. */
  http(context: RequestContext): HttpInfo | undefined;
  /** Says that a user is one of the site's, as whom requests may be dispatched; gives the user back. */
  vouch<U extends CurrentUser>(user: U): U;
}

const vouched = new WeakSet<CurrentUser>([ANONYMOUS]);

/** Whether a user was vouched for: anything may be made that looks like a user. */
export const isVouched = (user: CurrentUser): boolean => vouched.has(user);

/** The token of the credentials of requests. */
export const Credentials = serviceToken<Credentials>('credentials', { requiredPermissions: 'authentication' });

declare module '../services/catalogue.ts' {
  interface ServiceCatalogue {
    credentials: Credentials;
  }
}

/** How credentials are read; the classes that hold them say it. */
export const readers: { -readonly [K in keyof Credentials]: Credentials[K] } = {
  header: () => null,
  http: () => undefined,
  vouch: (user) => {
    vouched.add(user);
    return user;
  },
};

const NAMES: readonly string[] = ['authorization', 'proxy-authorization', 'cookie'];

/** Whether a header says who somebody is, by its name in lower case. */
export const isCredential = (name: string): boolean => NAMES.includes(name) || /^x-[a-z0-9]+-nonce$/.test(name);
