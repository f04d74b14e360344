import { randomBytes, randomUUID } from 'node:crypto';
import { type Fetched, type FetchInit, type Operations, URL_PARTS } from './guest/native.ts';

/** The most timers that run at the same time, and requests to other machines. */
const MOST_TIMERS = 1000;
const MOST_REQUESTS = 16;

/** How long a request to another machine may take, in milliseconds. */
const FETCH_TIMEOUT = 30_000;

/** The most random bytes of one call, as browsers have it. */
const MOST_RANDOM = 65_536;

const PARTS = ['origin', ...URL_PARTS] as const;

const partsOf = (url: URL): Record<string, string> => Object.fromEntries(PARTS.map((part) => [part, url[part]]));

/** What the operations of a sandbox need of the thread that it runs in. */
export interface SandboxThread extends Pick<Operations, 'send' | 'ask' | 'exhausted'> {
  /** Hands the sandbox something that has happened. */
  tell(kind: string, text: string): void;
  readonly network: boolean;
  readonly messageLimit: number;
}

/** Reads an answer, up to a number of bytes. */
async function bodyOf(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > most) throw new Error(`the answer is larger than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function fetched(url: string, init: FetchInit, most: number): Promise<Fetched> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(FETCH_TIMEOUT) });
    const body = await bodyOf(response, most);
    const { status, headers } = response;
    return { url: response.url, status, headers: Object.fromEntries(headers), body: body.toString('base64') };
  } catch (error) {
    const { cause, message } = error as Error;
    return { error: cause instanceof Error ? cause.message : message };
  }
}

/** The operations of a sandbox. What is here is all that a plugin in it can reach. */
export function createOperations({ tell, network, messageLimit, ...thread }: SandboxThread): Operations {
  const timers = new Map<number, NodeJS.Timeout>();
  let requests = 0;
  return {
    ...thread,
    setTimer(id, milliseconds) {
      if (timers.size >= MOST_TIMERS) throw new RangeError(`an isolated plugin has at most ${MOST_TIMERS} timers`);
      const fire = () => {
        timers.delete(id);
        tell('timer', String(id));
      };
      timers.set(id, setTimeout(fire, Number(milliseconds)));
    },
    clearTimer(id) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
    url(href, base, part, value) {
      if (!URL.canParse(href, base ?? undefined)) return null;
      const url = new URL(href, base ?? undefined);
      if (part !== undefined) Reflect.set(url, part, String(value));
      return partsOf(url);
    },
    randomBytes: (size) => randomBytes(Math.min(MOST_RANDOM, Math.max(0, Number(size)))).toString('latin1'),
    randomUUID: () => randomUUID(),
    toBase64: (binary) => btoa(binary),
    fromBase64: (base64) => atob(base64),
    encodeText: (text) => Buffer.from(text).toString('latin1'),
    decodeText: (binary, fatal) => new TextDecoder('utf-8', { fatal }).decode(Buffer.from(binary, 'latin1')),
    fetch(id, url, init) {
      if (!network) throw new TypeError("fetch needs the capability network; add 'network' to capabilities");
      if (requests >= MOST_REQUESTS)
        throw new RangeError(`an isolated plugin makes at most ${MOST_REQUESTS} requests at once`);
      requests++;
      void fetched(url, init, messageLimit).then((answer) => {
        requests--;
        tell(String(id), JSON.stringify(answer));
      });
    },
  };
}
