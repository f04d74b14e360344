/** What a client sent by HTTP Basic. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/**
 * Reads an `Authorization` header of the scheme Basic: null when it is of that scheme and cannot be read, undefined
 * when it is of another, or absent.
 */
export function readBasic(header: string | null): Credentials | null | undefined {
  const match = /^Basic(?: +((?! ).*))?$/i.exec(header ?? '');
  if (match === null) return undefined;
  const encoded = match[1] ?? '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}
