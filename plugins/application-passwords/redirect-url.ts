import { isLocalHost } from './availability.ts';

/** Schemes that a browser would run or show itself. Those of installed applications are anything else. */
const FORBIDDEN = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
]);

/** The longest address that a secret is sent to: it goes into a header together with the secret. */
const LONGEST = 2000;

/** What an address is written with: no blanks or control characters, which browsers leave out, and no backslashes. */
const PLAIN = /^[a-z][a-z0-9+.-]*:[^\p{Cc}\s\\]*$/iu;

/**
 * Whether a secret may be sent to an address: it is whole, of a scheme that leads to an application, and not plain
 * HTTP but to a local host.
 */
export function isRedirectUrl(text: string): boolean {
  if (text.length > LONGEST || !PLAIN.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (/^https?:$/.test(protocol) && hostname === '') return false;
  return protocol === 'http:' ? isLocalHost(hostname) : !FORBIDDEN.has(protocol);
}
