/** The content of a login cookie. It is not to be trusted before its signature is checked. */
export interface CookieParts {
  readonly login: string;
  /** Unix time in seconds. */
  readonly expiration: number;
  readonly token: string;
  readonly signature: string;
}

const FORM = /^([^|]{1,1000})\|(\d{1,12})\|([\w-]{1,100})\|([0-9a-f]{64})$/;

/** Writes a login cookie's value: `login|expiration|token|signature`, the login percent-encoded. */
export const writeCookie = ({ login, expiration, token, signature }: CookieParts): string =>
  [encodeURIComponent(login), expiration, token, signature].join('|');

/** Reads a login cookie's value; null when it has not the form of one. */
export function readCookie(value: string): CookieParts | null {
  const [, login = '', expiration, token = '', signature = ''] = FORM.exec(value) ?? [];
  if (expiration === undefined) return null;
  try {
    return { login: decodeURIComponent(login), expiration: Number(expiration), token, signature };
  } catch {
    return null;
  }
}
