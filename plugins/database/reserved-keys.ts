/**
 * The metadata of users that is nobody's: it says what a user may and how a user signs in. A name that begins with
 * `{prefix}` begins with that of the tables, and one that ends with `*` stands for all that begin with it.
 */
export const RESERVED_USER_META = [
  '{prefix}capabilities',
  '{prefix}user_level',
  'session_tokens',
  '_login_tokens',
  '_application_passwords',
  '_totp*',
  '_two_factor*',
  '_password*',
] as const;

/** The keys and salts of a WordPress whose configuration has none. */
const SALTS = ['auth', 'secure_auth', 'logged_in', 'nonce', 'secret'].flatMap((scheme) => [
  `${scheme}_key`,
  `${scheme}_salt`,
]);

/**
 * The options that are nobody's: the site's roles, what the host keeps of itself, its signing keys among it, and those of a
 * WordPress.
 */
export const RESERVED_OPTIONS: readonly string[] = ['{prefix}user_roles', 'tappet_*', ...SALTS];

/** Tells reserved names from all others; letters of either case are the same, as in some databases. */
export function reservedNames(names: readonly string[], prefix: string): (name: string) => boolean {
  const all = names.map((name) => name.replace('{prefix}', prefix).toLowerCase());
  const whole = new Set(all);
  const starts = all.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return (name) => {
    const key = name.trim().toLowerCase();
    return whole.has(key) || starts.some((start) => key.startsWith(start));
  };
}

/** The error of a reserved name. */
export const reservedError = (what: string, name: string): TypeError =>
  new TypeError(
    `${what} "${name}" is reserved: it says who may do what on the site, and only the host reads and writes it`,
  );
