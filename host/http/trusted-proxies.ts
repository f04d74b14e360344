import { BlockList, isIP } from 'node:net';

/** The proxies that are believed: none, so many before this process, or those of addresses and networks (`10.0.0.0/8`). */
export type TrustedProxies = boolean | number | readonly string[];

/** An address or a network in parts; undefined for any other text. */
function parse(text: string): { address: string; family: 'ipv4' | 'ipv6'; bits: number } | undefined {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  if (family === 0 || Number(bits ?? most) > most) return undefined;
  return { address, family: family === 4 ? 'ipv4' : 'ipv6', bits: Number(bits ?? most) };
}

/** Whether a text names an address or a network. */
export const isNetwork = (text: unknown): boolean => typeof text === 'string' && parse(text) !== undefined;

/** An IPv4 address that came as one of IPv6, as itself. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Makes the function that says whether the proxy at an address, so many hops from here, is believed. */
function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  // A configuration that says only that there is a proxy has one.
  if (typeof proxies === 'boolean') return (_address, hop) => proxies && hop < 1;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const list = new BlockList();
  for (const text of proxies) {
    const { address, family, bits } = parse(text)!;
    list.addSubnet(address, bits, family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** What the client asked for, as far as the proxies before this process are believed. */
export interface ClientConnection {
  /** The right-most address that is not a believed proxy's. */
  readonly ip: string;
  /** The scheme and the host that the outermost believed proxy was asked for; undefined where none says so. */
  readonly protocol: string | undefined;
  readonly host: string | undefined;
  /** Whether the request came by a proxy that is believed. */
  readonly isProxied: boolean;
}

/** The headers by which proxies say for whom they ask. */
export interface ForwardedHeaders {
  readonly for: string;
  readonly protocol: string;
  readonly host: string;
}

const entriesOf = (header: string): string[] =>
  header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Makes the function that reads headers of proxies, given the address that a connection came from. */
export function forwardedReader(
  proxies: TrustedProxies,
): (remote: string, headers: ForwardedHeaders) => ClientConnection {
  const isTrusted = trustOf(proxies);
  return (remote, headers) => {
    let ip = plain(remote);
    let hops = 0;
    for (const next of entriesOf(headers.for).reverse()) {
      if (!isTrusted(ip, hops)) break;
      hops++;
      // What is no address says nothing of who asked; the proxy itself is the last that is known.
      if (isIP(next) === 0) break;
      ip = plain(next);
    }
    if (hops === 0 && isTrusted(ip, 0)) hops = 1;
    // Each proxy appends what it was asked for; entries further left are of those that are not believed.
    const outermost = (header: string): string | undefined => {
      const entries = entriesOf(header);
      return hops === 0 ? undefined : entries[Math.max(0, entries.length - hops)];
    };
    const isProxied = hops > 0;
    return { ip, protocol: outermost(headers.protocol)?.toLowerCase(), host: outermost(headers.host), isProxied };
  };
}
