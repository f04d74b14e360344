import { createRequire } from 'node:module';
import type Driver from 'better-sqlite3';

/** The first Node-API that version 13 of better-sqlite3 runs on, of Node.js 22.14. */
const NODE_API = 10;

const PACKAGES =
  Number(process.versions.napi) >= NODE_API ? ['better-sqlite3-napi', 'better-sqlite3'] : ['better-sqlite3'];

const require = createRequire(import.meta.url);

/**
 * better-sqlite3 in the version for the running Node.js: 12 up to Node.js 22.13, and 13 from then on, which does not run on
 * Node.js 20. Version 12 that was compiled for Node.js 24.19 or later ends the process when a statement is collected, so it
 * is only taken where 13 is not installed.
 *
 * @throws Error where neither is installed.
 */
function load(): typeof Driver {
  for (const name of PACKAGES) {
    try {
      return require(name) as typeof Driver;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error(`SQLite needs the package ${PACKAGES[0]}, which is not installed; run npm install`);
}

/** The driver of SQLite. */
export const Sqlite: typeof Driver = load();
