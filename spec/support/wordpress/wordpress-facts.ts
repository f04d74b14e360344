import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '../../../core/index.ts';

type WordPress = NonNullable<Site['wordpress']>;

/** The secrets of the recorded WordPress. */
export const KEYS = {
  auth_key: 'auth key of the fixture 0123456789 !"#$%&()*+,-./',
  secure_auth_key: 'secure auth key of the fixture',
  logged_in_key: 'logged in key of the fixture',
  nonce_key: 'nonce key of the fixture',
  auth_salt: 'auth salt of the fixture',
  secure_auth_salt: 'secure auth salt of the fixture',
  logged_in_salt: 'logged in salt of the fixture',
  nonce_salt: 'nonce salt of the fixture',
} as const;

/** A folder that says that it holds a WordPress of a version; removed after the suite. */
export function versionFolder(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tappet-wordpress-'));
  mkdirSync(join(folder, 'wp-includes'));
  writeFileSync(join(folder, 'wp-includes', 'version.php'), `<?php\n$wp_version = '${version}';\n`);
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What is known of a WordPress, for a site in a spec. */
export const wordPressFacts = (path: string, facts: Partial<WordPress> = {}): WordPress => ({
  path,
  database: 'mysql://localhost/spec',
  prefix: 'wp_',
  home: 'http://wp.example',
  siteurl: 'http://wp.example',
  contentFolder: join(path, 'wp-content'),
  uploadsFolder: join(path, 'wp-content/uploads'),
  keys: KEYS,
  cookies: {},
  debug: false,
  writes: true,
  derives: false,
  constants: {},
  unknown: [],
  ...facts,
});
