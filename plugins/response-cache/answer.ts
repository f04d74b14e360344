import type { IncomingMessage } from 'node:http';
import type { Reading, ServedResponse } from '../../core/index.ts';
import type { SourceState } from '../database/index.ts';
import { unchangedHeaders } from './conditional.ts';

/** A kept answer, as it goes out, with all that it holds for. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, as Node.js writes them. */
  readonly headers: string[];
  /** The headers of the answer that nothing has changed. */
  readonly unchanged: string[];
  readonly body: Buffer | undefined;
  readonly tag: string;
  /** The site's address for which it was made. */
  readonly home: string;
  /** Whether it came by an encrypted connection. */
  readonly encrypted: boolean;
  /** The headers of the request that it depends on, names and values in turn. */
  readonly asked: readonly (string | undefined)[];
  /** The cookies that the request must not have. */
  readonly cookies: readonly string[];
  /** What it was made of. */
  readonly read: readonly SourceState[];
  /** About how much memory it takes, in bytes. */
  readonly size: number;
  /** The count of changes at which it was last found to hold. */
  checked: number;
}

/** What an answer was made for and of. */
export interface Circumstances {
  readonly incoming: IncomingMessage;
  readonly reading: Reading;
  readonly read: readonly SourceState[];
  readonly home: string;
}

/** What decides under which address a request is seen to have come; a proxy may tell. */
const OF_CONNECTION = ['host', 'x-forwarded-host', 'x-forwarded-proto'];

/** What one answer takes of memory beside its text. */
const OVERHEAD = 1500;

const flat = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat();

/** Whether a request comes by an encrypted connection. */
export const isEncrypted = ({ socket }: IncomingMessage): boolean =>
  (socket as { encrypted?: boolean }).encrypted === true;

/** Brings an answer into the form in which it is kept. */
export function makeAnswer(served: ServedResponse, tag: string, made: Circumstances): Answer {
  const { incoming, reading, read, home } = made;
  const body = typeof served.body === 'string' ? Buffer.from(served.body) : undefined;
  const headers = flat(served.headers);
  if (body !== undefined) headers.push('Content-Length', String(body.length));
  const names = [...new Set([...OF_CONNECTION, ...reading.headers])];
  const asked = names.flatMap((name) => [name, incoming.headers[name]?.toString()]);
  const length = [...headers, ...asked].reduce((sum, text = '') => sum + text.length, 0);
  return {
    status: served.status,
    headers,
    unchanged: flat(unchangedHeaders(served.headers)),
    body,
    tag,
    home,
    encrypted: isEncrypted(incoming),
    asked,
    cookies: [...reading.cookies],
    read,
    size: OVERHEAD + (body?.length ?? 0) + 2 * length + 2 * (incoming.url?.length ?? 0),
    checked: -1,
  };
}
