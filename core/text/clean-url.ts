import { stripNestedOctets } from './octets.ts';

/** The protocols that an address may have. */
export const ALLOWED_PROTOCOLS: ReadonlySet<string> = new Set(
  (
    'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp ' +
    'webcal urn'
  ).split(' '),
);

const LEADING_BLANKS = /^[ \t\n\r\0\v]+/;
const NOT_ALLOWED = /[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi;
const LINE_BREAK_OCTET = /^%0[ad]$/i;
const PHP_FILE = /^[a-z0-9-]+\.php/i;
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
const COLON = /:|&#0*58;|&#x0*3a;|&colon;/i;
const OPEN_COLON_ENTITY = /&#0*58(?![;0-9])|&#x0*3a(?![;a-f0-9])/i;

/**
 * Cleans an address for storing: removes what an address can't hold, adds `http://` where neither a scheme nor a
 * relative form is seen, and encodes brackets behind the host. `''` for a protocol that is not allowed.
 */
export function cleanUrl(text: string, protocols: ReadonlySet<string> = ALLOWED_PROTOCOLS): string {
  const plain = text.replace(LEADING_BLANKS, '').replaceAll(' ', '%20').replace(NOT_ALLOWED, '');
  const safe = /^mailto:/i.test(plain) ? plain : stripNestedOctets(plain, isLineBreak);
  const url = encodeBrackets(withScheme(safe.replaceAll(';//', '://')));
  if (url === '' || url.startsWith('/')) return url;
  return checkProtocol(url, protocols);
}

function isLineBreak(octet: string): boolean {
  return LINE_BREAK_OCTET.test(octet);
}

function withScheme(url: string): string {
  const complete = url === '' || url.includes(':') || /^[/#?]/.test(url) || PHP_FILE.test(url);
  return complete ? url : `http://${url}`;
}

function encodeBrackets(url: string): string {
  if (!/[[\]]/.test(url)) return url;
  const front = AUTHORITY.exec(url)?.[0] ?? '';
  return front + url.slice(front.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** Writes the protocol in lower case; `''` when it is not allowed or hides its colon in an entity. */
function checkProtocol(url: string, protocols: ReadonlySet<string>): string {
  if (OPEN_COLON_ENTITY.test(url)) return '';
  const colon = COLON.exec(url);
  if (colon === null) return url;
  const before = url.slice(0, colon.index);
  if (before.includes('/?')) return url;
  const protocol = before.toLowerCase();
  if (colon[0] !== ':' || !protocols.has(protocol)) return '';
  const rest = url.slice(colon.index + 1);
  if (protocol === 'feed' && checkProtocol(rest, protocols) === '' && rest !== '') return '';
  return `${protocol}:${rest}`;
}
