/** What the types of an interface say of one operation. */
interface Operation {
  method: string;
  path: string;
  parameters: object;
  query: object;
  body: unknown;
  answer: unknown;
}

type Known<O> = Extract<O[keyof O], Operation>;
type With<O, M extends string> = Extract<Known<O>, { method: M }>;
type PathOf<O, M extends string> = With<O, M>['path'];
type At<O, M extends string, P> = Extract<With<O, M>, { path: P }>;
/** The arguments of a request: its path parameters, and its body, or without one its query. */
type ArgsOf<X extends Operation> = X['parameters'] & ([X['body']] extends [never] ? X['query'] : X['body']);
/** An answer in the requested context. */
type AnswerOf<X, A> = X extends { answers: infer C }
  ? A extends { context: infer N extends keyof C }
    ? C[N]
    : C extends { view: infer V }
      ? V
      : never
  : X extends { answer: infer W }
    ? W
    : never;
/** Arguments may be left out where none is required. */
type Rest<X extends Operation, A = ArgsOf<X>> =
  Record<never, never> extends ArgsOf<X>
    ? [args?: A, init?: RequestOptions<X['query']>]
    : [args: A, init?: RequestOptions<X['query']>];
type ListPath<O> = Extract<With<O, 'GET'>, { answer: readonly unknown[] }>['path'];
type ItemOf<L> = L extends readonly (infer I)[] ? I : never;

/** What goes along with one request. */
export interface RequestOptions<Q = object> {
  /** The query parameters of writes: `_fields` and `_embed`. */
  query?: Q;
  headers?: Record<string, string>;
  /** Sent as it is, in place of JSON: a file, or a form with one. */
  body?: NonNullable<RequestInit['body']>;
  signal?: AbortSignal;
}

export interface ClientOptions {
  /** Headers that are sent with every request, or a function that makes them: `{ Authorization: … }`, or a nonce. */
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  /** `include` sends cookies to another origin. */
  credentials?: NonNullable<RequestInit['credentials']>;
  /** The function that sends requests, in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** One page of a list, with the number of items and pages of the whole list. */
export interface Page<I> {
  items: I[];
  total: number;
  totalPages: number;
}

/** An answer that is an error: programs go by its `code`, people read its message. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: unknown;

  constructor(code: string, message: string, status: number, data?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** The header by which an application password is sent. */
export const basicAuth = (user: string, password: string): Record<string, string> => ({
  Authorization: `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`,
});

/**
 * Asks an interface whose operations are `O`. `url` is its root, with or without pretty addresses:
 * `https://site.example/cms-json` or `https://site.example/?rest_route=/`.
 */
export class Client<O> {
  readonly #root: string;
  readonly #options: ClientOptions;

  constructor(url: string, options: ClientOptions = {}) {
    this.#root = url.replace(/\/$/, '');
    this.#options = options;
  }

  get<P extends PathOf<O, 'GET'>, const A extends ArgsOf<At<O, 'GET', P>>>(
    path: P,
    ...[args, init]: Rest<At<O, 'GET', P>, A>
  ) {
    return this.#json<AnswerOf<At<O, 'GET', P>, A>>('GET', path, args, init);
  }

  post<P extends PathOf<O, 'POST'>>(path: P, ...[args, init]: Rest<At<O, 'POST', P>>) {
    return this.#json<At<O, 'POST', P>['answer']>('POST', path, args, init);
  }

  put<P extends PathOf<O, 'PUT'>>(path: P, ...[args, init]: Rest<At<O, 'PUT', P>>) {
    return this.#json<At<O, 'PUT', P>['answer']>('PUT', path, args, init);
  }

  patch<P extends PathOf<O, 'PATCH'>>(path: P, ...[args, init]: Rest<At<O, 'PATCH', P>>) {
    return this.#json<At<O, 'PATCH', P>['answer']>('PATCH', path, args, init);
  }

  delete<P extends PathOf<O, 'DELETE'>>(path: P, ...[args, init]: Rest<At<O, 'DELETE', P>>) {
    return this.#json<At<O, 'DELETE', P>['answer']>('DELETE', path, args, init);
  }

  /** One page of a list, with its totals. */
  async page<P extends ListPath<O>, const A extends ArgsOf<At<O, 'GET', P>>>(
    path: P,
    ...[args, init]: Rest<At<O, 'GET', P>, A>
  ) {
    const response = await this.#ask('GET', path, args, init);
    return (await pageOf(response)) as Page<ItemOf<AnswerOf<At<O, 'GET', P>, A>>>;
  }

  /** All items of a list, page after page. */
  async *all<P extends ListPath<O>, const A extends ArgsOf<At<O, 'GET', P>>>(
    path: P,
    ...[args, init]: Rest<At<O, 'GET', P>, A>
  ) {
    let response = await this.#ask('GET', path, args, init);
    for (;;) {
      yield* (await pageOf(response)).items as ItemOf<AnswerOf<At<O, 'GET', P>, A>>[];
      const next = /<([^<>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
      if (next === undefined) return;
      response = await this.#send(next, { method: 'GET' }, init);
    }
  }

  async #json<T>(method: string, path: string, args?: object, init?: RequestOptions): Promise<T> {
    return (await bodyOf(await this.#ask(method, path, args, init))) as T;
  }

  #ask(method: string, path: string, args: object = {}, init: RequestOptions = {}): Promise<Response> {
    const left = new Map(Object.entries(args));
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(left.get(name) ?? '');
      left.delete(name);
      return value.split('/').map(encodeURIComponent).join('/');
    });
    const isWrite = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const query = [...(isWrite ? [] : left), ...Object.entries(init.query ?? {})].flatMap(([name, value]) =>
      pairs(name, value),
    );
    const url = this.#urlOf(filled, query.join('&'));
    if (!isWrite || init.body !== undefined) return this.#send(url, { method }, init);
    const headers = { 'Content-Type': 'application/json' };
    return this.#send(url, { method, headers, body: JSON.stringify(Object.fromEntries(left)) }, init);
  }

  #urlOf(path: string, query: string): string {
    const url = this.#root + path;
    return query === '' ? url : `${url}${this.#root.includes('?') ? '&' : '?'}${query}`;
  }

  async #send(url: string, request: RequestInit, { headers, body, signal }: RequestOptions = {}): Promise<Response> {
    const { headers: shared, credentials, fetch: ask = fetch } = this.#options;
    const always = typeof shared === 'function' ? await shared() : shared;
    const response = await ask(url, {
      ...request,
      headers: { Accept: 'application/json', ...request.headers, ...always, ...headers },
      ...(credentials === undefined ? {} : { credentials }),
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return response;
    const { code, message, data } = (await bodyOf(response)) as { code: string; message: string; data?: unknown };
    throw new ApiError(code, message, response.status, data);
  }
}

async function pageOf(response: Response): Promise<Page<unknown>> {
  const items = (await bodyOf(response)) as unknown[];
  const count = (end: string, instead: number) => {
    for (const [name, value] of response.headers) if (name.endsWith(end)) return Number(value);
    return instead;
  };
  return { items, total: count('-total', items.length), totalPages: count('-totalpages', 1) };
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid_json', 'The answer is not JSON.', response.status);
  }
}

/** Encodes a value of the query: `a[]=1&a[]=2`, `a[key]=value`. An undefined value is left out. */
function pairs(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.length === 0 ? [`${name}=`] : value.flatMap((one) => pairs(`${name}[]`, one));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => pairs(`${name}[${key}]`, part));
  }
  return [`${encodeURIComponent(name)}=${encodeURIComponent(value === null ? '' : String(value))}`];
}
