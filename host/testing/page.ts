import type { TestHost } from './test-host.ts';

/** The parts of a request for a page beside its path. */
export interface PageOptions {
  /** `GET` when left out, and `POST` where a form is sent. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the client; it holds where the settings of the host believe one proxy, as they do by default. */
  readonly ip?: string;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
}

/** An answer outside the interface; redirects are not followed. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Asks a test host for an address outside the interface, by HTTP and through all of its middleware:
 * `page(host, '/feed/')`. The host listens from the first time on.
 */
export async function page(
  host: TestHost,
  path: string,
  { method, headers = {}, ip, form }: PageOptions = {},
): Promise<PageAnswer> {
  const address = await host.listen();
  const response = await fetch(`${address}${path}`, {
    method: method ?? (form === undefined ? 'GET' : 'POST'),
    headers: { ...(ip === undefined ? {} : { 'X-Forwarded-For': ip }), ...headers },
    redirect: 'manual',
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
