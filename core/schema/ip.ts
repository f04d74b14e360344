import { isIPv6 } from 'node:net';

const OCTET = '(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);

/**
 * Tells whether a value is an IPv4 or IPv6 address (section 4.5). Octets may have leading zeros; zone ids,
 * prefixes and spaces around are no part of an address.
 */
export function isIp(value: unknown): value is string {
  return typeof value === 'string' && (IPV4.test(value) || (isIPv6(value) && !value.includes('%')));
}
