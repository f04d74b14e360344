/**
 * The one function through which a sandbox reaches what is outside of it. It takes the name of an operation and its
 * arguments as JSON, and returns JSON.
 */
export type Native = ((operation: string, args: string) => string) & { receive?: (kind: string, text: string) => void };

/** The operations of a sandbox, each with its arguments and its result. */
export interface Operations {
  send(text: string): void;
  ask(text: string): string;
  /** Ends the sandbox, because it has no memory left. */
  exhausted(): void;
  setTimer(id: number, milliseconds: number): void;
  clearTimer(id: number): void;
  /** The parts of a URL, with one of them changed; null for what is no URL. */
  url(href: string, base: string | null, part?: string, value?: string): Record<string, string> | null;
  randomBytes(size: number): string;
  randomUUID(): string;
  toBase64(binary: string): string;
  fromBase64(base64: string): string;
  /** The bytes of a text as UTF-8, each a character; and the other way round. */
  encodeText(text: string): string;
  decodeText(binary: string, fatal: boolean): string;
  fetch(id: number, url: string, init: FetchInit): void;
}

/** The parts of a URL that can be changed. */
export const URL_PARTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

/** What a sandbox says of a request to another machine. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer of another machine; the body is in base64. */
export interface Fetched {
  readonly error?: string;
  readonly url?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Calls an operation. */
export const caller =
  (native: Native) =>
  <K extends keyof Operations>(operation: K, ...args: Parameters<Operations[K]>): ReturnType<Operations[K]> =>
    JSON.parse(native(operation, JSON.stringify(args)));
