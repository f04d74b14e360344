import type { ContentTypes } from '../content-types/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import { wordPressVersion } from '../wordpress-login/index.ts';
import { type Code, installedCode } from './code.ts';

/** An installation of WordPress, as the host knows it. */
export type Installation = NonNullable<import('../../core/index.ts').Site['wordpress']>;

/** Items of a content type, and whether they are served here. */
export interface ItemsOfType {
  readonly type: string;
  readonly items: number;
  readonly isServed: boolean;
}

/** What is to be known of an installation before its site is served. */
export interface Findings {
  readonly path: string;
  readonly version: string;
  readonly home: string;
  readonly prefix: string;
  readonly isGuest: boolean;
  readonly isReadOnly: boolean;
  readonly types: readonly ItemsOfType[];
  readonly users: number;
  readonly code: readonly Code[];
  readonly isMultisite: boolean;
  /** What `wp-config.php` leaves to PHP, each with what to do. */
  readonly unknown: readonly string[];
}

/** The services that a look at an installation needs. */
export interface FindingServices {
  readonly database: Database;
  readonly options: Options;
  readonly types: ContentTypes;
  readonly home: string;
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Looks at an installation and at its database, and changes nothing. */
export async function findingsOf(
  wordpress: Installation,
  { database, options, types, home }: FindingServices,
): Promise<Findings> {
  await options.load(['active_plugins', 'stylesheet', 'template']);
  const { db } = database;
  const rows = await db
    .selectFrom('posts')
    .select(['post_type', (eb) => eb.fn.countAll<number>().as('items')])
    .groupBy('post_type')
    .orderBy('post_type')
    .execute();
  const users = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirst();
  const { constants, contentFolder } = wordpress;
  const code = await installedCode({
    contentFolder,
    pluginsFolder: String(constants.WP_PLUGIN_DIR ?? `${contentFolder}/plugins`),
    // What leads out of the folder of plugins is none.
    plugins: textsOf(options.get<unknown>('active_plugins', [])).filter((file) => !file.includes('..')),
    themes: [options.get('stylesheet', ''), options.get('template', '')],
  });
  return {
    path: wordpress.path,
    version: wordPressVersion(wordpress.path),
    home,
    prefix: database.prefix,
    isGuest: database.isGuest,
    isReadOnly: database.isReadOnly,
    types: rows.map(({ post_type, items }) => ({
      type: post_type,
      items: Number(items),
      isServed: types.get(post_type) !== undefined,
    })),
    users: Number(users?.all ?? 0),
    code,
    isMultisite: constants.MULTISITE === true || constants.SUBDOMAIN_INSTALL !== undefined,
    unknown: wordpress.unknown,
  };
}
