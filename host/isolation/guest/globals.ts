/** The globals of a sandbox, which has those of the language alone: timers, texts, URLs, random values, and `fetch`. */
import { decode, encode } from '../codec.ts';
import { type caller, type Fetched, URL_PARTS } from './native.ts';

type Call = ReturnType<typeof caller>;
type Callback = (...args: unknown[]) => void;

/** What happens in a sandbox that nothing in it has asked for at that moment. */
export interface Events {
  timer(id: number): void;
  fetched(id: number, text: string): void;
}

const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (character) => character.charCodeAt(0));

function binaryOf(value: ArrayBuffer | ArrayBufferView): string {
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return binary;
}

function timers(call: Call) {
  const running = new Map<number, { readonly run: () => void; readonly every: number | undefined }>();
  let last = 0;
  const start = (callback: Callback, wait: unknown, args: unknown[], repeats: boolean): number => {
    const milliseconds = Math.max(1, Math.min(2 ** 31 - 1, Number(wait) || 0));
    const id = ++last;
    call('setTimer', id, milliseconds);
    running.set(id, { run: () => callback(...args), every: repeats ? milliseconds : undefined });
    return id;
  };
  const clear = (id: number): void => {
    if (running.delete(id)) call('clearTimer', id);
  };
  const fire = (id: number): void => {
    const timer = running.get(id);
    if (timer?.every === undefined) running.delete(id);
    else call('setTimer', id, timer.every);
    timer?.run();
  };
  return {
    fire,
    globals: {
      setTimeout: (callback: Callback, wait?: unknown, ...args: unknown[]) => start(callback, wait, args, false),
      setInterval: (callback: Callback, wait?: unknown, ...args: unknown[]) => start(callback, wait, args, true),
      setImmediate: (callback: Callback, ...args: unknown[]) => start(callback, 0, args, false),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    },
  };
}

function texts(call: Call) {
  class TextEncoder {
    readonly encoding = 'utf-8';
    encode(text = ''): Uint8Array {
      return bytesOf(call('encodeText', String(text)));
    }
  }
  class TextDecoder {
    readonly encoding = 'utf-8';
    readonly fatal: boolean;
    constructor(label = 'utf-8', { fatal = false }: { fatal?: boolean } = {}) {
      if (!/^utf-?8$/i.test(label)) throw new RangeError(`an isolated plugin can decode UTF-8 alone, and not ${label}`);
      this.fatal = fatal;
    }
    decode(bytes?: ArrayBuffer | ArrayBufferView): string {
      return bytes === undefined ? '' : call('decodeText', binaryOf(bytes), this.fatal);
    }
  }
  return {
    TextEncoder,
    TextDecoder,
    btoa: (binary: unknown) => call('toBase64', String(binary)),
    atob: (base64: unknown) => call('fromBase64', String(base64)),
  };
}

function urls(call: Call) {
  const component = (text: string) =>
    encodeURIComponent(text)
      .replace(/%20/g, '+')
      .replace(/[!'()~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const plain = (text: string) => {
    const spaced = text.replace(/\+/g, ' ');
    try {
      return decodeURIComponent(spaced);
    } catch {
      return spaced;
    }
  };

  class URLSearchParams {
    #pairs: [string, string][] = [];
    #changed: (query: string) => void;

    constructor(init: unknown = '', changed: (query: string) => void = () => undefined) {
      this.#changed = changed;
      if (typeof init !== 'object' || init === null) {
        for (const part of String(init).replace(/^\?/, '').split('&')) {
          if (part === '') continue;
          const at = part.indexOf('=');
          this.#pairs.push(at < 0 ? [plain(part), ''] : [plain(part.slice(0, at)), plain(part.slice(at + 1))]);
        }
      } else {
        const entries = Symbol.iterator in init ? [...(init as Iterable<[string, string]>)] : Object.entries(init);
        this.#pairs = entries.map(([name, value]) => [String(name), String(value)]);
      }
    }
    get size(): number {
      return this.#pairs.length;
    }
    get(name: string): string | null {
      return this.#pairs.find(([one]) => one === name)?.[1] ?? null;
    }
    getAll(name: string): string[] {
      return this.#pairs.filter(([one]) => one === name).map(([, value]) => value);
    }
    has(name: string): boolean {
      return this.#pairs.some(([one]) => one === name);
    }
    append(name: string, value: unknown): void {
      this.#pairs.push([String(name), String(value)]);
      this.#changed(this.toString());
    }
    delete(name: string): void {
      this.#pairs = this.#pairs.filter(([one]) => one !== name);
      this.#changed(this.toString());
    }
    set(name: string, value: unknown): void {
      const at = this.#pairs.findIndex(([one]) => one === name);
      const others = this.#pairs.filter(([one], index) => one !== name || index === at);
      if (at < 0) others.push([String(name), String(value)]);
      else others[at] = [String(name), String(value)];
      this.#pairs = others;
      this.#changed(this.toString());
    }
    sort(): void {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#changed(this.toString());
    }
    forEach(callback: (value: string, name: string, params: URLSearchParams) => void): void {
      for (const [name, value] of this.#pairs) callback(value, name, this);
    }
    entries(): IterableIterator<[string, string]> {
      return this.#pairs.map(([name, value]): [string, string] => [name, value])[Symbol.iterator]();
    }
    keys(): IterableIterator<string> {
      return this.#pairs.map(([name]) => name)[Symbol.iterator]();
    }
    values(): IterableIterator<string> {
      return this.#pairs.map(([, value]) => value)[Symbol.iterator]();
    }
    [Symbol.iterator](): IterableIterator<[string, string]> {
      return this.entries();
    }
    toString(): string {
      return this.#pairs.map(([name, value]) => `${component(name)}=${component(value)}`).join('&');
    }
  }

  class URL {
    #parts: Record<string, string>;
    #params: URLSearchParams | undefined;

    constructor(href: unknown, base?: unknown) {
      const parts = call('url', String(href), base === undefined ? null : String(base));
      if (parts === null) throw new TypeError('Invalid URL');
      this.#parts = parts;
    }
    static canParse(href: unknown, base?: unknown): boolean {
      return call('url', String(href), base === undefined ? null : String(base)) !== null;
    }
    part(name: string): string {
      return this.#parts[name] ?? '';
    }
    change(name: string, value: unknown): void {
      const parts = call('url', this.#parts.href ?? '', null, name, String(value));
      if (parts === null) throw new TypeError('Invalid URL');
      this.#parts = parts;
      if (name === 'search' || name === 'href') this.#params = undefined;
    }
    get origin(): string {
      return this.part('origin');
    }
    get searchParams(): URLSearchParams {
      this.#params ??= new URLSearchParams(this.part('search'), (query) => {
        const params = this.#params;
        this.change('search', query);
        this.#params = params;
      });
      return this.#params;
    }
    toString(): string {
      return this.part('href');
    }
    toJSON(): string {
      return this.part('href');
    }
  }
  for (const name of URL_PARTS) {
    Object.defineProperty(URL.prototype, name, {
      configurable: true,
      get(this: URL) {
        return this.part(name);
      },
      set(this: URL, value: unknown) {
        this.change(name, value);
      },
    });
  }
  return { URL, URLSearchParams };
}

function fetching(call: Call) {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let last = 0;
  const responseOf = ({ url = '', status = 0, headers = {}, body = '' }: Fetched) => {
    const bytes = () => bytesOf(call('fromBase64', body));
    const text = () => call('decodeText', call('fromBase64', body), false);
    const names = new Map(Object.entries(headers));
    return {
      url,
      status,
      ok: status >= 200 && status < 300,
      headers: {
        get: (name: string) => names.get(name.toLowerCase()) ?? null,
        has: (name: string) => names.has(name.toLowerCase()),
        entries: () => names.entries(),
        [Symbol.iterator]: () => names.entries(),
      },
      text: async () => text(),
      json: async () => JSON.parse(text()),
      bytes: async () => bytes(),
      arrayBuffer: async () => bytes().buffer,
    };
  };
  return {
    fetch: (url: unknown, init: { method?: unknown; headers?: unknown; body?: unknown } = {}): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = ++last;
        const { method, headers, body } = init;
        const given = headers as Iterable<[string, string]> | Record<string, string> | undefined;
        const entries = given === undefined ? [] : Symbol.iterator in given ? [...given] : Object.entries(given);
        call('fetch', id, String(url), {
          ...(method === undefined ? {} : { method: String(method) }),
          headers: Object.fromEntries(entries.map(([name, value]) => [String(name), String(value)])),
          ...(body === undefined || body === null ? {} : { body: String(body) }),
        });
        waiting.set(id, { resolve, reject });
      }),
    fetched(id: number, text: string): void {
      const answer = JSON.parse(text) as Fetched;
      const { resolve, reject } = waiting.get(id)!;
      waiting.delete(id);
      if (answer.error === undefined) resolve(responseOf(answer));
      else reject(new TypeError(answer.error));
    },
  };
}

/** Adds the globals; `fetch` only for plugins that may use the network. */
export function addGlobals(call: Call, network: boolean): Events {
  const { fire, globals } = timers(call);
  const { fetch, fetched } = fetching(call);
  const crypto = {
    randomUUID: () => call('randomUUID'),
    getRandomValues<T extends Uint8Array>(array: T): T {
      const bytes = bytesOf(call('randomBytes', array.byteLength));
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes);
      return array;
    },
  };
  const started = Date.now();
  Object.assign(globalThis, globals, texts(call), urls(call), {
    crypto,
    performance: { now: () => Date.now() - started, timeOrigin: started },
    queueMicrotask: (callback: () => void) => void Promise.resolve().then(callback),
    structuredClone: (value: unknown) => decode(encode(value, { limit: 2 ** 26 })),
    ...(network ? { fetch } : {}),
  });
  return { timer: fire, fetched };
}
