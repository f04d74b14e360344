import type { Logger } from '../../core/index.ts';
import { ask, type Upstream } from './ask.ts';
import { LOOP, LOOP_NAME } from './headers.ts';

/** What the upstream says that it answers. */
export interface KnownRoutes {
  readonly namespaces: readonly string[];
  /** The descriptions of its routes, by pattern. */
  readonly routes: Readonly<Record<string, unknown>>;
}

/** How old the list may be when a namespace is not in it, in milliseconds: a PHP plugin may just have been activated. */
const SOON = 10_000;
/** How long the upstream may take to list its routes, and the most bytes of the list. */
const TIMEOUT = 10_000;
const MAX_BYTES = 32 * 2 ** 20;

/** The index of the upstream's interface, read when it is needed first and anew when it is old. */
export class UpstreamIndex {
  readonly #upstream: Upstream;
  readonly #home: () => URL;
  readonly #refresh: number;
  readonly #log: Logger;
  #known: KnownRoutes | undefined;
  #reading: Promise<KnownRoutes> | undefined;
  #readAt = 0;

  /**
   * @param home the address of the site, whose host is asked for
   * @param refresh after how many milliseconds the list is read anew
   */
  constructor(upstream: Upstream, home: () => URL, refresh: number, log: Logger) {
    this.#upstream = { ...upstream, timeout: Math.min(upstream.timeout, TIMEOUT) };
    this.#home = home;
    this.#refresh = refresh;
    this.#log = log;
  }

  /** What the upstream answers. An old list is given at once, and read anew meanwhile. */
  async routes(): Promise<KnownRoutes> {
    const reading = this.#readIfOlder(this.#refresh);
    return this.#known ?? reading;
  }

  /** Whether a route lies in a namespace of the upstream. */
  async includes(route: string): Promise<boolean> {
    return (
      isWithin(route, (await this.routes()).namespaces) || isWithin(route, (await this.#readIfOlder(SOON)).namespaces)
    );
  }

  #readIfOlder(age: number): Promise<KnownRoutes> {
    const now = performance.now();
    if (this.#reading === undefined || now - this.#readAt > age) {
      this.#readAt = now;
      this.#reading = this.#read();
      this.#reading.then(
        (known) => {
          this.#known = known;
        },
        (error) => this.#log.warn({ err: error }, 'the routes of the upstream cannot be read'),
      );
    }
    return this.#reading;
  }

  async #read(): Promise<KnownRoutes> {
    const { host, protocol, pathname } = this.#home();
    const answer = await ask(this.#upstream, {
      method: 'GET',
      // In this form the interface is there whatever the permalinks are.
      path: `${pathname.replace(/\/$/, '')}/index.php?rest_route=/`,
      headers: { host, 'x-forwarded-proto': protocol.slice(0, -1), [LOOP]: LOOP_NAME },
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error(`the index is larger than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    if (answer.statusCode === 508)
      throw new Error('the upstream passes requests back to this site; give it the address of PHP');
    if (answer.statusCode !== 200) throw new Error(`the index was answered with status ${answer.statusCode}`);
    return knownOf(JSON.parse(Buffer.concat(chunks).toString()));
  }
}

/** Whether a route is one of a list of namespaces or beginnings of routes, or lies below it. */
export const isWithin = (route: string, beginnings: readonly string[]): boolean =>
  beginnings.some((one) => route === `/${one}` || route.startsWith(`/${one}/`));

function knownOf(index: unknown): KnownRoutes {
  const { namespaces, routes } = (index ?? {}) as { namespaces?: unknown; routes?: unknown };
  if (!Array.isArray(namespaces)) throw new Error('the index lists no namespaces');
  const isMap = typeof routes === 'object' && routes !== null && !Array.isArray(routes);
  return {
    namespaces: namespaces.filter((name): name is string => typeof name === 'string' && name !== ''),
    routes: isMap ? (routes as Record<string, unknown>) : {},
  };
}
