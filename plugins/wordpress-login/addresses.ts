import { createHash } from 'node:crypto';
import type { Site } from '../../core/index.ts';
import { trimEnd } from '../../core/text/index.ts';
import type { Options } from '../options/index.ts';
import type { Scheme } from './salts.ts';

const NAMES: Readonly<Record<Exclude<Scheme, 'nonce'>, readonly [constant: string, prefix: string]>> = {
  auth: ['AUTH_COOKIE', 'wordpress_'],
  secure_auth: ['SECURE_AUTH_COOKIE', 'wordpress_sec_'],
  logged_in: ['LOGGED_IN_COOKIE', 'wordpress_logged_in_'],
};

/** The names of the cookies of a WordPress, and where browsers send them: by its constants, and else by its addresses. */
export class Addresses {
  readonly #wordpress: NonNullable<Site['wordpress']>;
  readonly #options: Options;

  constructor(wordpress: NonNullable<Site['wordpress']>, options: Options) {
    this.#wordpress = wordpress;
    this.#options = options;
  }

  cookieName(scheme: Scheme): string {
    const [constant, prefix] = NAMES[scheme === 'nonce' ? 'logged_in' : scheme];
    return this.#constant(constant) ?? prefix + this.#hash;
  }

  /** The domain of the cookies; none, where they are of the site's host alone. */
  get domain(): string | undefined {
    return this.#wordpress.cookies.domain || undefined;
  }

  /** The paths of the pages of a site, and of its program where that is elsewhere. */
  get pagePaths(): readonly string[] {
    const home = this.#wordpress.cookies.path ?? pathOf(`${this.#address('home')}/`);
    return [...new Set([home, this.#sitePath])];
  }

  /** The paths of the pages for administrators. */
  get adminPaths(): readonly string[] {
    const { contentUrl } = this.#wordpress;
    const plugins =
      this.#constant('WP_PLUGIN_URL') ?? `${contentUrl ?? `${this.#address('siteurl')}/wp-content`}/plugins`;
    return [
      this.#constant('PLUGINS_COOKIE_PATH') ?? pathOf(plugins),
      this.#constant('ADMIN_COOKIE_PATH') ?? `${this.#sitePath}wp-admin`,
    ];
  }

  get #sitePath(): string {
    return this.#wordpress.cookies.sitePath ?? pathOf(`${this.#address('siteurl')}/`);
  }

  get #hash(): string {
    const siteurl = this.#address('siteurl');
    return this.#wordpress.cookies.hash ?? (siteurl === '' ? '' : createHash('md5').update(siteurl).digest('hex'));
  }

  /** An address of the site, which constants say before options do. */
  #address(name: 'home' | 'siteurl'): string {
    return trimEnd(this.#wordpress[name] ?? String(this.#options.get(name, '')), '/');
  }

  #constant(name: string): string | undefined {
    const value = this.#wordpress.constants[name];
    return typeof value === 'string' ? value : undefined;
  }
}

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/i, '');
