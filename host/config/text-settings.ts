import { delimiter } from 'node:path';
import type { Settings } from './settings.ts';

/** How the text of a setting is parsed: a flag has no value on the command line, and a switch is `on` or `off`. */
type TextKind = 'text' | 'number' | 'flag' | 'switch' | 'folders' | 'proxies';

/** A setting that can be given by a flag and by an environment variable. */
export interface TextSetting {
  readonly key: keyof Settings;
  readonly kind: TextKind;
  readonly flag: string;
  readonly variable: string;
  readonly description: string;
}

/** The settings that can be given by flags and environment variables. */
export const TEXT_SETTINGS: readonly TextSetting[] = (
  [
    ['port', 'number', 'PORT', 'The port to listen on (8080).'],
    ['host', 'text', 'HOST', 'The address to listen on (127.0.0.1).'],
    [
      'workers',
      'number',
      'TAPPET_WORKERS',
      'With how many processes `serve` serves: a number, or auto for one by core.',
    ],
    [
      'workerTimeout',
      'number',
      'TAPPET_WORKER_TIMEOUT',
      'After how many ms without an answer one of them is killed (30000).',
    ],
    ['database', 'text', 'DATABASE_URL', 'Where the content is kept: sqlite:FILE, sqlite::memory:, postgres://…'],
    ['databaseListen', 'text', 'DATABASE_LISTEN_URL', 'The address on which changes are listened for, past a pooler.'],
    ['databaseReplica', 'text', 'DATABASE_REPLICA_URL', 'The address of a replica, which answers reads of content.'],
    ['databaseReplicaLag', 'number', 'DATABASE_REPLICA_LAG', 'How many ms it may be behind before it is told (30000).'],
    ['databasePoolSize', 'number', 'DATABASE_POOL_SIZE', 'How many connections to a server there are at most (10).'],
    ['databasePoolWait', 'number', 'DATABASE_POOL_WAIT', 'How many milliseconds a connection is waited for (5000).'],
    ['databaseStatementTimeout', 'number', 'DATABASE_STATEMENT_TIMEOUT', 'How many ms a statement may take (30000).'],
    ['databaseLockTimeout', 'number', 'DATABASE_LOCK_TIMEOUT', 'How many ms a statement may wait for a lock (5000).'],
    ['databaseIdleTimeout', 'number', 'DATABASE_IDLE_TIMEOUT', 'How many ms a transaction may do nothing (10000).'],
    ['wordpress', 'text', 'TAPPET_WORDPRESS', 'The folder of a WordPress whose site is served.'],
    ['write', 'flag', 'TAPPET_WRITE', 'Let the content of that WordPress be changed; `compat`: make steps that write.'],
    ['readOnly', 'flag', 'TAPPET_READ_ONLY', 'Let nothing of that WordPress be changed; so it is but for --write.'],
    ['derive', 'flag', 'TAPPET_DERIVE', 'Let tables and triggers of ours be made in the database of that WordPress.'],
    ['brand', 'text', 'TAPPET_BRAND', 'The brand of fixed identifiers (cms).'],
    ['url', 'text', 'TAPPET_URL', 'The public base address of the site.'],
    ['upstream', 'text', 'TAPPET_UPSTREAM', 'The server that answers routes which are not here, such as PHP.'],
    ['plugins', 'folders', 'TAPPET_PLUGINS', 'More plugin folders.'],
    ['permalinks', 'text', 'TAPPET_PERMALINKS', 'How addresses are written: pretty, index or plain.'],
    ['cache', 'switch', 'TAPPET_CACHE', 'Whether anything is cached: on or off (on).'],
    ['debug', 'flag', 'TAPPET_DEBUG', 'Let details of failures reach clients.'],
    ['logLevel', 'text', 'TAPPET_LOG_LEVEL', 'How much is logged: debug, info, warn, error or silent.'],
    [
      'trustProxy',
      'proxies',
      'TAPPET_TRUST_PROXY',
      'Whose X-Forwarded-* headers are believed: how many proxies, or which.',
    ],
    ['requestIds', 'flag', 'TAPPET_REQUEST_IDS', 'Give each request an id, in X-Request-Id and in the log.'],
    ['bodyLimit', 'number', 'TAPPET_BODY_LIMIT', 'The most bytes of a JSON or form body.'],
    ['anonymousBodyLimit', 'number', 'TAPPET_ANONYMOUS_BODY_LIMIT', 'The most bytes of a body without a sign-in.'],
    ['workerMemory', 'number', 'TAPPET_WORKER_MEMORY', 'The most bytes of memory of an isolated plugin (128 MB).'],
    ['messageLimit', 'number', 'TAPPET_MESSAGE_LIMIT', 'The most bytes of a message of an isolated plugin (1 MB).'],
    ['pluginFiles', 'text', 'TAPPET_PLUGIN_FILES', 'Where isolated plugins have a folder each (data/plugins).'],
    ['uploadLimit', 'number', 'TAPPET_UPLOAD_LIMIT', 'The most bytes of an upload.'],
    ['tapTimeout', 'number', 'TAPPET_TAP_TIMEOUT', 'How many milliseconds a tap of a hook may take (10000).'],
    ['routeTimeout', 'number', 'TAPPET_ROUTE_TIMEOUT', 'How many milliseconds a route may take (60000).'],
    ['setupTimeout', 'number', 'TAPPET_SETUP_TIMEOUT', 'How many milliseconds a plugin may take to set up (60000).'],
    ['shutdownDelay', 'number', 'TAPPET_SHUTDOWN_DELAY', 'How many ms /readyz is 503 before the port closes (0).'],
    ['shutdownTimeout', 'number', 'TAPPET_SHUTDOWN_TIMEOUT', 'How many ms requests have to end then (10000).'],
  ] as const
).map(([key, kind, variable, description]) => ({
  key,
  kind,
  variable,
  description,
  flag: `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
}));

const SWITCHES: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  on: true,
  '0': false,
  false: false,
  no: false,
  off: false,
};

/** Parses the text of a setting; an invalid text is returned as it is, and `checkSettings` refuses it. */
export function readText({ kind }: TextSetting, text: string): unknown {
  switch (kind) {
    case 'number':
      return /^\d+$/.test(text) ? Number(text) : text;
    case 'flag':
    case 'switch':
      return Object.hasOwn(SWITCHES, text.toLowerCase()) ? SWITCHES[text.toLowerCase()] : text;
    case 'folders':
      return text.split(text.includes(',') ? ',' : delimiter).filter((folder) => folder !== '');
    case 'proxies':
      if (/^\d+$/.test(text)) return Number(text);
      return Object.hasOwn(SWITCHES, text.toLowerCase()) ? SWITCHES[text.toLowerCase()] : text.split(/[\s,]+/);
    case 'text':
      return text;
  }
}
