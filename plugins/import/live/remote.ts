import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../../core/index.ts';
import { trimEnd } from '../../../core/text/index.ts';

/** The options of requests to a remote site. */
export interface RemoteOptions {
  /** The value of the header `Authorization`; sent to the origin of the interface alone. */
  readonly authorization?: string;
  /** Origins from which files may be fetched, beside that of the interface. */
  readonly origins: ReadonlySet<string>;
  /** How long one answer may take, in milliseconds. */
  readonly timeout: number;
  /** How long to wait before a first second try, in milliseconds; each further one waits twice as long. */
  readonly pause: number;
}

/** An object of an answer. */
export type Json = Readonly<Record<string, unknown>>;

/** A part of a list, and how many parts there are. */
export interface Page {
  readonly items: readonly Json[];
  readonly number: number;
  readonly pages: number;
}

const TRIES = 4;
const PER_PAGE = 100;
const MOST_REDIRECTS = 5;
/** The most bytes of one answer that is no file. */
const MOST_JSON = 64 * 1024 * 1024;
const LONGEST_PAUSE = 30_000;

export const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The error of an answer with a refusal. */
export class Refusal extends CommandError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Another server of this interface, requested over HTTP with limits of time and size. */
export class RemoteSite {
  readonly #options: RemoteOptions;
  /** The address of the interface's index. */
  readonly root: URL;
  /** The prefix of its namespaces and headers: `wp`. */
  readonly brand: string;
  /** The address of the site; empty when the interface does not tell. */
  readonly home: string;

  private constructor(root: URL, { brand, home }: Index, options: RemoteOptions) {
    this.root = root;
    this.brand = brand;
    this.home = home;
    this.#options = options;
  }

  /** Finds the interface at an address: its index, or a page that names it. */
  static async find(address: string, options: RemoteOptions): Promise<RemoteSite> {
    const url = new URL(address);
    const first = await answerTo(url, url.origin, options);
    const link = /<([^<>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(first.headers.get('link') ?? '')?.[1];
    const text = await limitedText(first, url);
    const asIndex = indexOf(text);
    if (asIndex !== undefined) return new RemoteSite(url, asIndex, options);
    if (link !== undefined) {
      const root = new URL(link, url);
      if (root.origin !== url.origin) {
        throw new CommandError(`${address}: its interface is at ${root.origin}; give that address`);
      }
      const named = indexOf(await limitedText(await answerTo(root, root.origin, options), root));
      if (named !== undefined) return new RemoteSite(root, named, options);
    }
    throw new CommandError(`${address}: neither the index of an interface nor a page that names one`);
  }

  get namespace(): string {
    return `${this.brand}/v2`;
  }

  /** One object of a route below the namespace of the standard resources. */
  async read(route: string, query: Readonly<Record<string, string>> = {}): Promise<Json> {
    const url = this.#url(route, query);
    const value = parsed(await limitedText(await this.#ask(url), url), url);
    if (!isMap(value)) throw new CommandError(`${url.href}: the answer is not an object`);
    return value;
  }

  /** A list, part by part. */
  async *list(route: string, query: Readonly<Record<string, string>>): AsyncGenerator<Page> {
    for (let number = 1; ; number++) {
      const url = this.#url(route, { ...query, per_page: String(PER_PAGE), page: String(number) });
      const response = await this.#ask(url);
      const items = parsed(await limitedText(response, url), url);
      if (!Array.isArray(items) || !items.every(isMap)) throw new CommandError(`${url.href}: the answer is not a list`);
      const total = Number(response.headers.get(`x-${this.brand}-totalpages`) ?? Number.NaN);
      const pages = Number.isFinite(total) ? total : items.length < PER_PAGE ? number : number + 1;
      yield { items, number, pages };
      if (number >= pages || items.length === 0) return;
    }
  }

  /** A file; refused when it is neither of the interface's origin nor of one that was allowed. */
  async file(address: string): Promise<Response> {
    if (!URL.canParse(address, this.root.href)) throw new CommandError(`${address}: this is not an address`);
    return this.#ask(new URL(address, this.root));
  }

  #ask(url: URL): Promise<Response> {
    return answerTo(url, this.root.origin, this.#options);
  }

  #url(route: string, query: Readonly<Record<string, string>>): URL {
    const url = new URL(this.root);
    const path = `/${this.namespace}${route}`;
    // Sites without readable addresses name the route in the query.
    if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', path);
    else url.pathname = trimEnd(url.pathname, '/') + path;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

/** What the index of an interface tells of it. */
interface Index {
  /** The name before `/v2` of the namespace of its standard resources. */
  readonly brand: string;
  /** The address of the site. */
  readonly home: string;
}

/** Reads an index; undefined for what is none. */
function indexOf(text: string): Index | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isMap(value) || !Array.isArray(value.namespaces) || !isMap(value.routes)) return undefined;
  const { namespaces, routes } = value;
  const found = namespaces.find(
    (name) => /^[a-z][a-z0-9]*\/v2$/.test(String(name)) && Object.hasOwn(routes, `/${name}/types`),
  );
  if (found === undefined) return undefined;
  return { brand: String(found).slice(0, -'/v2'.length), home: typeof value.home === 'string' ? value.home : '' };
}

/** Repeats a request until it is answered; throws a `CommandError` for a refusal, and when there is no answer. */
async function answerTo(url: URL, home: string, options: RemoteOptions): Promise<Response> {
  let pause = options.pause;
  for (let tried = 1; ; tried++) {
    let failure: string;
    try {
      const response = await followed(url, home, options);
      if (response.ok) return response;
      await response.body?.cancel();
      failure = `answered with status ${response.status}`;
      if (response.status < 500 && response.status !== 429)
        throw new Refusal(`${url.href}: ${failure}`, response.status);
      pause = Math.max(pause, Math.min(LONGEST_PAUSE, Number(response.headers.get('retry-after')) * 1000 || 0));
    } catch (error) {
      if (error instanceof CommandError) throw error;
      failure = (error as Error).name === 'TimeoutError' ? 'took too long' : 'cannot be reached';
    }
    if (tried === TRIES)
      throw new CommandError(`${url.href}: ${failure}, ${TRIES} times; run the command again to go on`);
    await sleep(pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  }
}

async function followed(
  start: URL,
  home: string,
  { authorization, origins, timeout }: RemoteOptions,
): Promise<Response> {
  let url = start;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    if (!/^https?:$/.test(url.protocol) || (url.origin !== home && !origins.has(url.origin))) {
      throw new CommandError(`${url.href}: another origin than ${home}; allow it by --allow_origin=${url.origin}`);
    }
    const headers: Record<string, string> =
      authorization !== undefined && url.origin === home ? { Authorization: authorization } : {};
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new CommandError(`${start.href}: sends from one address to the next`);
}

async function limitedText(response: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_JSON) throw new CommandError(`${url.href}: the answer is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${url.href}: the answer is not JSON`);
  }
}
