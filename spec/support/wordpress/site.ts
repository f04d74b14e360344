import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { createMysqlDatabase } from '../on-databases.ts';
import { configuration } from './configuration.ts';
import { PHP, SOURCE } from './pieces.ts';
import { serveFolder } from './web-server.ts';

const run = promisify(execFile);
const EXPORT = fileURLToPath(new URL('../../fixtures/themeunittestdata.wordpress.xml', import.meta.url));
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The password of the administrator. */
export const PASSWORD = 'password of admin';

/** What a WordPress is filled with. */
export interface WordPressContent {
  /** Whether the theme unit test data is there. */
  readonly themeData?: boolean;
  /** How many more posts there are. */
  readonly posts?: number;
}

/** A WordPress of a suite: its files, its database, and nginx and PHP-FPM that serve it. */
export interface WordPressSite {
  /** The folder with wp-config.php. */
  readonly path: string;
  readonly url: string;
  /** The address of its database. */
  readonly database: string;
  /** The ids of its users, by login: `admin`, and a user named after each other role. */
  readonly users: Readonly<Record<string, number>>;
  /** The ids of the processes of nginx and PHP-FPM, but for those that they start. */
  readonly processes: readonly number[];
  /** The header that sends a user's application password. */
  authorization(login: string): string;
  /** Runs PHP inside WordPress, and returns what it prints. */
  php(code: string): Promise<string>;
  close(): Promise<void>;
}

/** Installs, fills and serves a WordPress. */
export async function startWordPress({ themeData = false, posts = 0 }: WordPressContent = {}): Promise<WordPressSite> {
  const folder = await mkdtemp(join(tmpdir(), 'tappet-wordpress-'));
  const path = join(folder, 'site');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = await createMysqlDatabase();
  // Three thousand files, for which the function of Node.js takes ten times as long.
  await run('cp', ['-RL', SOURCE, path]);
  await writeFile(join(path, 'wp-config.php'), configuration(database.address));
  await run(PHP!, [script('install.php'), path, url, PASSWORD]);
  const filled = await run(PHP!, [script('fill.php'), path, themeData ? EXPORT : '', String(posts)]);
  const { users, passwords } = JSON.parse(filled.stdout) as {
    users: Record<string, number>;
    passwords: Record<string, string>;
  };
  const server = await serveFolder(path, folder, port);
  return {
    path,
    url,
    database: database.address,
    users,
    processes: server.processes,
    authorization: (login) => `Basic ${Buffer.from(`${login}:${passwords[login]}`).toString('base64')}`,
    php: async (code) => (await run(PHP!, ['-r', `require '${path}/wp-load.php';\n${code}`])).stdout,
    async close() {
      await server.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
