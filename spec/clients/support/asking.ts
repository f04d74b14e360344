import type { Credentials } from './sign-in.ts';

/** The options of a request. */
export interface Asking {
  readonly as?: Credentials;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each spec knows what it asked for.
  readonly json: any;
}

/** The `Authorization` header of a user. */
export const basic = ({ username, password }: Credentials): string => `Basic ${btoa(`${username}:${password}`)}`;

/** Makes a request as simple HTTP clients do, and follows no redirect. */
export async function ask(method: string, url: string, { as, json, body, headers }: Asking = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      Accept: 'application/json',
      ...(as === undefined ? {} : { Authorization: basic(as) }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? { body: body ?? null } : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, json: isJson && text !== '' ? JSON.parse(text) : text };
}
