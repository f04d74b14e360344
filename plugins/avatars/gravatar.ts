import { createHash } from 'node:crypto';

/** The sizes in pixels that a site offers unless a filter says otherwise (4.7). */
export const AVATAR_SIZES: readonly number[] = [24, 48, 96];

/** The Gravatar hash of an address: the MD5, in hex, of the trimmed address in lower case. */
export function gravatarHash(email: string): string {
  return createHash('md5').update(email.trim().toLowerCase()).digest('hex');
}

/**
 * The avatar addresses of an email address, keyed by size in pixels (4.7).
 * Over plain HTTP the service spreads its load on three hosts, picked by the first digit of the hash.
 */
export function avatarUrls(email: string, sizes: readonly number[], tls: boolean): Record<string, string> {
  const hash = gravatarHash(email);
  const host = tls ? 'https://secure.gravatar.com' : `http://${Number.parseInt(hash.charAt(0), 16) % 3}.gravatar.com`;
  return Object.fromEntries(sizes.map((size) => [size, `${host}/avatar/${hash}?s=${size}&d=mm&r=g`]));
}
