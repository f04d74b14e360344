import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 networks that are not public. */
const SPECIAL = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Of IPv6, the range that is assigned to the public network, and the parts of it that represent other networks. */
const GLOBAL = blockList('ipv6', ['2000::/3']);
const TRANSLATED = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function blockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an IP address is of the public network. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL.check(address, 'ipv4');
  return family === 6 && GLOBAL.check(address, 'ipv6') && !TRANSLATED.check(address, 'ipv6');
}

/** The ports at which public sites are. */
const PORTS: ReadonlySet<string> = new Set(['', '80', '443', '8080']);

/**
 * Whether a URL may be requested, as far as its text shows; the addresses of a host name are checked when a connection
 * is made.
 */
export function isAskable({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  if (username !== '' || password !== '' || !PORTS.has(port)) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? !/(?:^|\.)localhost\.?$/i.test(host) : isPublic(host);
}

/**
 * Resolves host names for connections and checks the addresses. The connection goes to the checked address, so that a
 * name cannot change in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null) callback(error, '', 0);
    else if (first === undefined || !addresses.every(({ address }) => isPublic(address))) {
      callback(new Error(`${hostname} is not of the public network`), '', 0);
    } else if (options.all === true) callback(null, addresses as never);
    else callback(null, first.address, first.family);
  });
};
