import { CookieJar } from '../support/cookie-jar.ts';
import type { StartedSite } from '../support/started-site.ts';
import { type APIFetchMiddleware, apiFetch } from './client.ts';

/** A page of the site, in which the client runs as the editor's screens set it up. */
export interface Page {
  readonly jar: CookieJar;
  /** Every request that went out, as `POST /wp-json/wp/v2/posts`, without what the client adds to all. */
  readonly sent: string[];
  /** Signs in by the login form, and gives the client its nonce. */
  signIn(): Promise<void>;
}

/** Sets the client up before the suite that this is called in, and takes everything back after it. */
export function pageOf(site: StartedSite, root = '/wp-json/'): Page {
  const used: APIFetchMiddleware[] = [];
  const { fetch } = globalThis;
  const [jar, sent]: [CookieJar, string[]] = [new CookieJar(), []];
  before(() => {
    globalThis.fetch = (input, init) => {
      const { pathname, search } = new URL(String(input));
      sent.push(`${init?.method ?? 'GET'} ${pathname}${search.replace(/[?&]_locale=user/, '')}`);
      return jar.fetch(input, init);
    };
    apiFetch.nonceEndpoint = `${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`;
    apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware('');
    used.push(apiFetch.createRootURLMiddleware(site.url + root), apiFetch.nonceMiddleware);
    used.push(apiFetch.mediaUploadMiddleware);
    for (const middleware of used) apiFetch.use(middleware);
  });
  beforeEach(() => sent.splice(0));
  after(() => {
    for (const middleware of used) apiFetch.unregister(middleware);
    globalThis.fetch = fetch;
  });
  const signIn = async () => {
    const body = new URLSearchParams({ log: site.admin.username, pwd: site.admin.password });
    await jar.fetch(`${site.url}/wp-login.php`, { method: 'POST', body, redirect: 'manual' });
    apiFetch.nonceMiddleware!.nonce = await (await jar.fetch(apiFetch.nonceEndpoint!)).text();
  };
  return { jar, sent, signIn };
}

// biome-ignore lint/suspicious/noExplicitAny: the client has no types of what it answers with.
export type Data = any;

/** What the client rejects with. */
export const failure = (asked: Promise<unknown>): Promise<Data> =>
  asked.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error,
  );
