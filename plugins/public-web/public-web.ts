import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { serviceToken } from '../../core/index.ts';
import { isAskable, publicLookup } from './addresses.ts';

/** What another site has answered. */
export interface WebAnswer {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** The media type, without parameters. */
  readonly type: string;
  /** The text, as far as it was asked for. */
  readonly text: string;
}

/** What is asked of another site. */
export interface WebWish {
  /** The most bytes that are read; what follows is left. */
  readonly bytes: number;
  readonly accept?: string;
}

/** A file of another site that is wanted. */
export interface DownloadWish extends WebWish {
  /** Where it is written to, on the local disk. */
  readonly path: string;
}

/** A file that was fetched. */
export interface Download extends Omit<WebAnswer, 'text'> {
  /** In bytes. */
  readonly size: number;
}

/**
 * Asks sites of the public network for what they show to everybody, and no other machine: nothing of the network that
 * the host is in can be reached. Throws an error for what may not be asked, and for what does not answer.
 */
export interface PublicWeb {
  get(url: string, wish: WebWish): Promise<WebAnswer>;
  /** Writes an answer to a file. One of more bytes is an error, and the file is in part there. */
  download(url: string, wish: DownloadWish): Promise<Download>;
}

/** The token of the public web. */
export const PublicWeb = serviceToken('public-web', { needs: 'network' });

declare module '../../core/services.ts' {
  interface ServiceCatalogue {
    'public-web': PublicWeb;
  }
}

/** How sites are asked. */
export interface PublicWebSettings {
  /** Hosts with ports, `127.0.0.1:8080`, that may be asked although they are not public. */
  readonly alsoHosts: readonly string[];
  /** How long all of it may take, in milliseconds. */
  readonly timeout: number;
}

const MOST_REDIRECTS = 4;

/** Makes the service. */
export function createPublicWeb({ alsoHosts, timeout }: PublicWebSettings): PublicWeb {
  /** The answer to a request, after redirects; nothing of it is read. */
  async function open(address: string, accept: string | undefined): Promise<{ url: URL; response: IncomingMessage }> {
    const signal = AbortSignal.timeout(timeout);
    let url = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      if (!URL.canParse(url)) throw new Error('it is no URL');
      const target = new URL(url);
      const isExempt = alsoHosts.includes(target.host);
      if (!isExempt && !isAskable(target)) throw new Error(`${target.host} is not of the public network`);
      const response = await ask(target, accept, isExempt, signal);
      const { statusCode: status = 0, headers } = response;
      if (status < 300 || status >= 400 || headers.location === undefined) return { url: target, response };
      response.destroy();
      url = new URL(headers.location, target).href;
    }
    throw new Error('there are too many redirects');
  }

  return {
    async get(address, { bytes, accept }) {
      const { url, response } = await open(address, accept);
      const text = await readText(response, bytes);
      return { ...headOf(url, response), text };
    },
    async download(address, { path, bytes, accept }) {
      const { url, response } = await open(address, accept);
      let size = 0;
      const limited = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > bytes) throw new Error('it is larger than wanted');
          yield chunk;
        }
      };
      await pipeline(response, limited, createWriteStream(path));
      return { ...headOf(url, response), size };
    },
  };
}

/** What an answer tells before its content. */
const headOf = (url: URL, { statusCode: status = 0, headers }: IncomingMessage) => ({
  url: url.href,
  status,
  type: (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase(),
});

function ask(url: URL, accept: string | undefined, isExempt: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((done, fail) => {
    const sent = request(url, {
      // A connection of its own, since a kept one may have been opened under other rules.
      agent: false,
      headers: { Accept: accept ?? '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'tappet' },
      signal,
      ...(isExempt ? {} : { lookup: publicLookup }),
    });
    sent.on('error', fail);
    sent.on('response', done);
    sent.end();
  });
}

/** The text of an answer as far as it was asked for; what follows is left. */
async function readText(response: IncomingMessage, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length >= bytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes));
}
