import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CookieContent, CookieParts, SessionFormat, SiteCookie } from '../sessions/index.ts';
import type { Addresses } from './addresses.ts';
import type { Salts, Scheme } from './salts.ts';

const FORM = /^([^|]{1,1000})\|(\d{1,12})\|([^|]{1,100})\|([0-9a-f]{64})$/;

/** Hashes of passwords that begin like this tell them apart by four letters behind their salt's beginning. */
const EARLY = /^\$(?:P|2y)\$/;

/**
 * The cookies of WordPress: one says to all pages who is signed in, another opens the pages for administrators and is sent to
 * those alone.
 */
export class WordPressSessionFormat implements SessionFormat {
  readonly #salts: Salts;
  readonly #addresses: Addresses;
  /** Whether hashes of passwords are those of WordPress 6.8 and later, which it tells apart by their end. */
  readonly #tellsByEnd: boolean;

  constructor(salts: Salts, addresses: Addresses, tellsByEnd: boolean) {
    this.#salts = salts;
    this.#addresses = addresses;
    this.#tellsByEnd = tellsByEnd;
  }

  get cookieName(): string {
    return this.#addresses.cookieName('logged_in');
  }

  read(value: string): CookieParts | null {
    const [, login = '', expiration, token = '', signature = ''] = FORM.exec(decoded(value)) ?? [];
    return expiration === undefined ? null : { login, expiration: Number(expiration), token, signature };
  }

  isSigned({ signature, ...content }: CookieParts, passwordHash: string): boolean {
    const expected = Buffer.from(this.#signature(content, passwordHash, 'logged_in'));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  cookies(content: CookieContent, passwordHash: string, tls: boolean): [SiteCookie, ...SiteCookie[]] {
    const scheme = tls ? 'secure_auth' : 'auth';
    const { pagePaths, adminPaths, domain } = this.#addresses;
    const cookie = (of: Scheme, path: string) => {
      const { login, expiration, token } = content;
      const value = encodeURIComponent(
        [login, expiration, token, this.#signature(content, passwordHash, of)].join('|'),
      );
      return { name: this.#addresses.cookieName(of), value, path, domain };
    };
    const [first, ...others] = pagePaths.map((path) => cookie('logged_in', path));
    return [first!, ...others, ...adminPaths.map((path) => cookie(scheme, path))];
  }

  ended(): SiteCookie[] {
    const { pagePaths, adminPaths, domain } = this.#addresses;
    const ended = (schemes: readonly Scheme[], paths: readonly string[]) =>
      schemes.flatMap((scheme) =>
        paths.map((path) => ({ name: this.#addresses.cookieName(scheme), value: '', path, domain })),
      );
    return [...ended(['logged_in'], pagePaths), ...ended(['auth', 'secure_auth'], adminPaths)];
  }

  #signature({ login, expiration, token }: CookieContent, passwordHash: string, scheme: Scheme): string {
    const isEarly = !this.#tellsByEnd || EARLY.test(passwordHash);
    const fragment = isEarly ? passwordHash.slice(8, 12) : passwordHash.slice(-4);
    const key = this.#salts.hash([login, fragment, expiration, token].join('|'), scheme);
    return createHmac('sha256', key).update([login, expiration, token].join('|')).digest('hex');
  }
}

/** A cookie's value as PHP reads it. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
