import type { Cache, PluginHost } from '../../core/index.ts';
import type { PublicWeb } from './public-web.ts';

/** How long an answer is used, and how long none is asked for again that could not be read, in milliseconds. */
const [USED, FAILED] = [3_600_000, 5_000];

/** How many bytes of an answer are read; a longer one is refused. */
const MOST_BYTES = 2_000_000;

/** How many characters of answers are cached. */
const MOST_CHARACTERS = 8_000_000;

/** Why a server gave no answer that can be used. */
export class ForeignFailure extends Error {
  override readonly name = 'ForeignFailure';
}

/** Answers of other sites in JSON: each is requested once an hour at most, and a failing site every five seconds. */
export class ForeignJson {
  readonly #web: PublicWeb;
  readonly #answers: Cache<{ readonly data: unknown; readonly size: number }>;
  readonly #failures: Cache<ForeignFailure>;

  /** `name` says in metrics what is cached. */
  constructor(web: PublicWeb, caches: PluginHost['caches'], name: string) {
    this.#web = web;
    this.#answers = caches.create({ name, maxSize: MOST_CHARACTERS, maxAge: USED, sizeOf: ({ size }) => size + 200 });
    this.#failures = caches.create({ name: `${name} that could not be read`, maxSize: 1000, maxAge: FAILED });
  }

  /** The data at an address. Throws a `ForeignFailure` where there is none. */
  async get(url: string): Promise<unknown> {
    const known = this.#failures.get(url);
    if (known !== undefined) throw known;
    try {
      return (await this.#answers.compute(url, [], () => this.#fetch(url))).data;
    } catch (error) {
      const failure = error instanceof ForeignFailure ? error : new ForeignFailure('The server did not answer.');
      this.#failures.set(url, failure);
      throw failure;
    }
  }

  async #fetch(url: string): Promise<{ data: unknown; size: number }> {
    const { status, text } = await this.#web.get(url, { bytes: MOST_BYTES, accept: 'application/json' });
    if (status !== 200) throw new ForeignFailure(`The server answered with the status ${status}.`);
    try {
      return { data: JSON.parse(text), size: text.length };
    } catch {
      throw new ForeignFailure('The server gave no JSON.');
    }
  }
}
