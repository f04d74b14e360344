import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
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

/**
 * Asks sites of the public network for what they show to everybody, and no other machine: nothing of the network that
 * the host is in can be reached. Throws an error for what may not be asked, and for what does not answer.
 */
export interface PublicWeb {
  get(url: string, wish: WebWish): Promise<WebAnswer>;
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
  return {
    async get(address, wish) {
      const signal = AbortSignal.timeout(timeout);
      let url = address;
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        if (!URL.canParse(url)) throw new Error('it is no URL');
        const target = new URL(url);
        const isExempt = alsoHosts.includes(target.host);
        if (!isExempt && !isAskable(target)) throw new Error(`${target.host} is not of the public network`);
        const answer = await ask(target, wish, isExempt, signal);
        if (typeof answer !== 'string') return answer;
        url = new URL(answer, target).href;
      }
      throw new Error('there are too many redirects');
    },
  };
}

/** Answers with where a redirect leads, or with what the site has answered. */
function ask(url: URL, { bytes, accept = '*/*' }: WebWish, isExempt: boolean, signal: AbortSignal) {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise<WebAnswer | string>((done, fail) => {
    const sent = request(url, {
      // A connection of its own, since a kept one may have been opened under other rules.
      agent: false,
      headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'tappet' },
      signal,
      ...(isExempt ? {} : { lookup: publicLookup }),
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      if (status >= 300 && status < 400 && headers.location !== undefined) {
        response.destroy();
        done(headers.location);
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = () => {
        const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes));
        const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
        done({ url: url.href, status, type, text });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length < bytes) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', fail);
    });
    sent.end();
  });
}
