import { delimiter } from 'node:path';
import type { Settings } from './settings.ts';

type Reading = 'text' | 'number' | 'flag' | 'folders';

/** A setting that flags and environment can give, and how each of them spells it. */
export interface TextSetting {
  readonly key: keyof Settings;
  readonly reading: Reading;
  readonly flag: string;
  readonly variable: string;
  readonly description: string;
}

/** The settings that flags and environment can give. */
export const TEXT_SETTINGS: readonly TextSetting[] = (
  [
    ['port', 'number', 'PORT', 'The port to listen on (8080).'],
    ['host', 'text', 'HOST', 'The address to listen on (127.0.0.1).'],
    ['database', 'text', 'DATABASE_URL', 'Where the content is kept: sqlite:FILE, sqlite::memory:, postgres://…'],
    ['brand', 'text', 'TAPPET_BRAND', 'The brand of fixed identifiers (cms).'],
    ['url', 'text', 'TAPPET_URL', 'The public base address of the site.'],
    ['plugins', 'folders', 'TAPPET_PLUGINS', 'More plugin folders.'],
    ['permalinks', 'text', 'TAPPET_PERMALINKS', 'How addresses are written: pretty, index or plain.'],
    ['debug', 'flag', 'TAPPET_DEBUG', 'Let details of failures reach clients.'],
    ['logLevel', 'text', 'TAPPET_LOG_LEVEL', 'How much is logged: debug, info, warn, error or silent.'],
    ['trustProxy', 'flag', 'TAPPET_TRUST_PROXY', 'Believe X-Forwarded-* headers.'],
    ['bodyLimit', 'number', 'TAPPET_BODY_LIMIT', 'The most bytes of a JSON or form body.'],
    ['workerMemory', 'number', 'TAPPET_WORKER_MEMORY', 'The most bytes of a worker of an isolated plugin (128 MB).'],
    ['uploadLimit', 'number', 'TAPPET_UPLOAD_LIMIT', 'The most bytes of an upload.'],
    ['tapTimeout', 'number', 'TAPPET_TAP_TIMEOUT', 'How many milliseconds a tap of a hook may take (10000).'],
    ['routeTimeout', 'number', 'TAPPET_ROUTE_TIMEOUT', 'How many milliseconds a route may take (60000).'],
    ['setupTimeout', 'number', 'TAPPET_SETUP_TIMEOUT', 'How many milliseconds a plugin may take to set up (60000).'],
  ] as const
).map(([key, reading, variable, description]) => ({
  key,
  reading,
  variable,
  description,
  flag: `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
}));

const FLAGS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  on: true,
  '0': false,
  false: false,
  no: false,
  off: false,
};

/** Reads a text as the setting wants it; a text that does not fit is left for the check to refuse. */
export function readText({ reading }: TextSetting, text: string): unknown {
  switch (reading) {
    case 'number':
      return /^\d+$/.test(text) ? Number(text) : text;
    case 'flag':
      return Object.hasOwn(FLAGS, text.toLowerCase()) ? FLAGS[text.toLowerCase()] : text;
    case 'folders':
      return text.split(text.includes(',') ? ',' : delimiter).filter((folder) => folder !== '');
    case 'text':
      return text;
  }
}
