import { isIPv6 } from 'node:net';

/**
 * The address that attempts are counted by: of IPv6 the network of 64 bits, which one customer has whole; anything else
 * as it is. An IPv4 address that IPv6 carries is the IPv4 address.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  // The part behind "::" fills the last groups; the first four are before it or zero, unless it is longer than four.
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const length = behind.length + (plain.includes('.') ? 1 : 0);
  const all = [...groups, ...Array(Math.max(0, 8 - groups.length - length)).fill('0'), ...behind];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
