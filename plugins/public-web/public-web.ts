import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { serviceToken } from '../../core/index.ts';
import { isAskable, publicLookup } from './addresses.ts';

/** An answer of another site. */
export interface WebAnswer {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  /** The media type, without parameters. */
  readonly type: string;
  /** The text, up to the requested number of bytes. */
  readonly text: string;
}

/** A request to another site. */
export interface WebRequest {
  /** The most bytes that are read; the rest is ignored. */
  readonly bytes: number;
  readonly accept?: string;
}

/** A request for a file of another site. */
export interface DownloadRequest extends WebRequest {
  /** Where it is written to, on the local disk. */
  readonly path: string;
  /** How long the answer may take, in milliseconds; as long as the options say when left out. */
  readonly timeout?: number;
}

/** A file that was fetched. */
export interface Download extends Omit<WebAnswer, 'text'> {
  /** In bytes. */
  readonly size: number;
}

/** The error of a request that would fail again: its address is not allowed, or what it leads to is not as wanted. */
export class WebRefusal extends Error {
  override readonly name = 'WebRefusal';
}

/**
 * Sends requests to public sites, and to no machine of the network that the host is in. Throws an error for an address
 * that is not allowed, and for a site that does not answer.
 */
export interface PublicWeb {
  get(url: string, request: WebRequest): Promise<WebAnswer>;
  /** Writes an answer to a file. A larger answer is an error, and leaves a part of the file. */
  download(url: string, request: DownloadRequest): Promise<Download>;
}

/** The token of the public web. */
export const PublicWeb = serviceToken('public-web', {
  requiredPermissions: ['network', 'files'],
  requiredPermissionsOf: (member) => (member === 'download' ? ['network', 'files'] : 'network'),
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'public-web': PublicWeb;
  }
}

/** The settings of requests. */
export interface PublicWebSettings {
  /** Hosts with ports, `127.0.0.1:8080`, that requests may go to although they are not public. */
  readonly alsoHosts: readonly string[];
  /** How long a request may take, redirects included, in milliseconds. */
  readonly timeout: number;
}

const MOST_REDIRECTS = 4;

/** Makes the service. */
export function createPublicWeb({ alsoHosts, timeout }: PublicWebSettings): PublicWeb {
  /** The answer to a request, after redirects; nothing of it is read. */
  async function open(
    address: string,
    accept: string | undefined,
    patience = timeout,
  ): Promise<{ url: URL; response: IncomingMessage }> {
    const signal = AbortSignal.timeout(patience);
    let url = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      if (!URL.canParse(url)) throw new WebRefusal('it is no URL');
      const target = new URL(url);
      const isExempt = alsoHosts.includes(target.host);
      if (!isExempt && !isAskable(target)) throw new WebRefusal(`${target.host} is not of the public network`);
      const response = await ask(target, accept, isExempt, signal);
      const { statusCode: status = 0, headers } = response;
      if (status < 300 || status >= 400 || headers.location === undefined) return { url: target, response };
      response.destroy();
      url = new URL(headers.location, target).href;
    }
    throw new WebRefusal('there are too many redirects');
  }

  return {
    async get(address, { bytes, accept }) {
      const { url, response } = await open(address, accept);
      const text = await readText(response, bytes);
      return { ...headOf(url, response), text };
    },
    async download(address, { path, bytes, accept, timeout: patience }) {
      const { url, response } = await open(address, accept, patience);
      let size = 0;
      const limited = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > bytes) throw new WebRefusal('it is larger than wanted');
          yield chunk;
        }
      };
      await pipeline(response, limited, createWriteStream(path));
      return { ...headOf(url, response), size };
    },
  };
}

/** The part of an answer that its status and headers give. */
const headOf = (url: URL, { statusCode: status = 0, headers }: IncomingMessage) => ({
  url: url.href,
  status,
  type: (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase(),
});

function ask(url: URL, accept: string | undefined, isExempt: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((done, fail) => {
    const sent = request(url, {
      // Each request has a connection of its own, since a pooled one may have been opened under other rules.
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

/** The text of an answer, up to a number of bytes; the rest is not read. */
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
