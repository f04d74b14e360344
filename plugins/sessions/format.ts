import { createHash } from 'node:crypto';
import { type Site, serviceToken } from '../../core/index.ts';
import type { AuthKeys } from '../auth-keys/index.ts';
import { type CookieParts, readCookie, writeCookie } from './cookie.ts';
import { cookieNameOf, type SiteCookie } from './set-cookie.ts';

/** What the cookies of a session say. */
export type CookieContent = Omit<CookieParts, 'signature'>;

/** How the login cookies of a site are named, written and signed. The sessions themselves are stored alike in every format. */
export interface SessionFormat {
  /** The name of the cookie by which the interface and pages know a session. */
  readonly cookieName: string;
  /** The content of that cookie, which is not to be trusted yet; null for what has another form. */
  read(value: string): CookieParts | null;
  /** Whether the content of a cookie is signed as it must be, for a user of this password. */
  isSigned(parts: CookieParts, passwordHash: string): boolean;
  /** The cookies that a browser gets when a session begins, that of `cookieName` first. */
  cookies(content: CookieContent, passwordHash: string, tls: boolean): readonly [SiteCookie, ...SiteCookie[]];
  /** The cookies that a browser is to forget when its session ends. */
  ended(): readonly SiteCookie[];
}

/** The token of a format that takes the place of ours. */
export const SessionFormat = serviceToken('session-format', {
  requiredPermissions: 'authentication',
  provider: 'authentication',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'session-format': SessionFormat;
  }
}

const PURPOSE = 'session';

/** Our format: one cookie, named for the brand and the address. */
export class OwnSessionFormat implements SessionFormat {
  readonly #site: Site;
  readonly #keys: AuthKeys;
  #name: { readonly home: string; readonly name: string } | undefined;

  constructor(site: Site, keys: AuthKeys) {
    this.#site = site;
    this.#keys = keys;
  }

  get cookieName(): string {
    const { brand, home } = this.#site;
    // The name is cached, since every request needs it and the address rarely changes.
    if (this.#name?.home !== home) {
      const hash = createHash('sha256').update(home).digest('hex').slice(0, 32);
      this.#name = { home, name: cookieNameOf(this.#site, brand.typeName(`logged_in_${hash}`)) };
    }
    return this.#name.name;
  }

  read(value: string): CookieParts | null {
    return readCookie(value);
  }

  isSigned({ signature, ...content }: CookieParts, passwordHash: string): boolean {
    return this.#keys.verify(PURPOSE, signedText(content, passwordHash), signature);
  }

  cookies(content: CookieContent, passwordHash: string): [SiteCookie] {
    const signature = this.#keys.sign(PURPOSE, signedText(content, passwordHash));
    return [{ name: this.cookieName, value: writeCookie({ ...content, signature }) }];
  }

  ended(): SiteCookie[] {
    return [{ name: this.cookieName, value: '' }];
  }
}

/** What is signed: the content of a cookie together with the password's hash, so that another password ends the session. */
const signedText = ({ login, expiration, token }: CookieContent, passwordHash: string): string =>
  JSON.stringify([login, expiration, token, passwordHash]);
