import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import type { pino as makePino } from 'pino';
import type { Logger } from '../core/index.ts';
import type { LogLevel } from './config/settings.ts';
import { runningRequestId } from './http/request-ids.ts';
import { redacted, withoutSecrets } from './log-secrets.ts';

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' };

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
  readonly [detail: string]: unknown;
}

/** Formats a line for a terminal: time, level, message, details, and the stack of an error below. */
function humanLine({ level, time, msg = '', err, ...details }: Line): string {
  const shown = Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const clock = new Date(time).toISOString().slice(11, 19);
  const head = [clock, (LEVELS[level] ?? '').padEnd(5), msg, ...shown].join(' ').trimEnd();
  return err === undefined ? `${head}\n` : `${head}\n${err.stack ?? err.message ?? ''}\n`;
}

/** The numbers of pino's levels, by the names that settings use. */
const HEIGHTS: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 };

function makeLog(level: LogLevel, base: object | null): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as { pino: typeof makePino };
  const options = {
    level,
    base,
    mixin: () => {
      const id = runningRequestId();
      return id === undefined ? {} : { request_id: id };
    },
    // Errors have members that are found only by their serializer.
    formatters: { log: ({ err, ...details }: Record<string, unknown>) => ({ ...(redacted(details) as object), err }) },
    serializers: { err: (error: Error) => redacted(pino.stdSerializers.err(error)) },
  };
  if (!process.stderr.isTTY) return pino(options, pino.destination({ dest: 2, sync: true })) as Logger;
  const terminal = new Writable({
    write(chunk, _encoding, done) {
      process.stderr.write(humanLine(JSON.parse(String(chunk)) as Line), done);
    },
  });
  return pino(options, terminal) as Logger;
}

/**
 * Creates the host's log on standard error: readable lines on a terminal, JSON elsewhere. pino is loaded with the first
 * line, because most commands log nothing. Details in `base` are in all lines.
 */
export function createLog(level: LogLevel, base: object | null = null): Logger {
  let log: Logger | undefined;
  const writing = (method: keyof Logger) => (details: object | string, message?: string) => {
    if (HEIGHTS[method] < HEIGHTS[level]) return;
    log ??= makeLog(level, base);
    const line = message === undefined ? undefined : withoutSecrets(message);
    log[method](typeof details === 'string' ? withoutSecrets(details) : details, line);
  };
  return { debug: writing('debug'), info: writing('info'), warn: writing('warn'), error: writing('error') };
}
