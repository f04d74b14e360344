import { closest } from './closest.ts';

/**
 * What a plugin may ask for in its `capabilities`, and what each of them gives. `write` includes `read`. Beside these
 * there is `routes:NAMESPACE` for routes in a namespace of others, as `routes:cms/v2` whatever the brand, and `routes:*`
 * for all of them; a namespace whose first part is the plugin's own name needs none.
 */
export const CAPABILITIES = Object.freeze({
  'content:read': 'reads content of any status: items, terms, comments, files and their metadata',
  'content:write': 'also changes it',
  'users:read': 'reads users and what they may',
  'users:write': 'also changes them',
  'options:read': "reads the site's options",
  'options:write': 'also changes them',
  authentication: 'decides who a request is from, or what they may; signs with the keys of the site',
  database: 'reads and writes the database itself, and so everything in it',
  requests: 'sees all requests to the interface and their answers, without credentials, and adjusts the answers',
  pages: 'answers addresses outside the interface, and puts markup into pages',
  http: 'adds middleware that sees every request by HTTP with its credentials, and every answer',
  plugins: 'switches plugins on and off',
  mail: 'sends mail in the name of the site',
  network: 'connects to other machines',
  files: 'reads and writes files',
});

/** One string of a plugin's `capabilities`. */
export type Capability = keyof typeof CAPABILITIES | `routes:${string}`;

/** The capability that something requires of a plugin, or several of them. */
export type RequiredPermissions = Capability | readonly Capability[];

/** Required permissions as a list. */
export const listPermissions = (required: RequiredPermissions | undefined): readonly Capability[] =>
  required === undefined ? [] : typeof required === 'string' ? [required] : required;

/** The permissions to read that go with permissions to write: `content:read` for `content:write`; others are dropped. */
export const readPermissions = (required: readonly Capability[]): Capability[] =>
  required.filter((one) => one.endsWith(':write')).map((one) => one.replace(/write$/, 'read') as Capability);

/** Permissions with those to read turned into those to write. */
export const writePermissions = (required: RequiredPermissions | undefined): Capability[] =>
  listPermissions(required).map((one) => one.replace(/:read$/, ':write') as Capability);

/** Checks what a plugin declares; answers with what to mend, or undefined. */
export function capabilityFault(declared: unknown): string | undefined {
  if (!Array.isArray(declared)) return 'capabilities must be a list of texts';
  for (const capability of declared) {
    if (typeof capability === 'string') {
      if (Object.hasOwn(CAPABILITIES, capability) || /^routes:(?:\*|[^\s/*]+(?:\/[^\s/*]+)*)$/.test(capability))
        continue;
    }
    const nearest = closest(String(capability), [...Object.keys(CAPABILITIES), 'routes:*']);
    const known = [...Object.keys(CAPABILITIES), 'routes:NAMESPACE', 'routes:*'].join(', ');
    const hint = nearest === undefined ? `they are ${known}` : `did you mean "${nearest}"?`;
    return `there is no capability ${JSON.stringify(capability)}; ${hint}`;
  }
  return undefined;
}
