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

/**
 * Whether a secret may be sent to an address: it is whole, of a scheme that leads to an application, and not plain
 * HTTP but to a local host.
 */
export function isRedirectUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' ? isLocalHost(hostname) : !FORBIDDEN.has(protocol);
}
