/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} url
 * @property {string | undefined} body JSON.
 * @property {boolean} anonymous Whether it is sent without the cookie.
 * @property {string} [recordedAs] The name under which what runs for it is recorded.
 */
/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} statusText
 * @property {[string, string][]} headers
 * @property {string} text
 * @property {number} time In milliseconds, as the browser sees it.
 */

/** The page's folder, and the address of the site. */
const FOLDER = new URL('.', import.meta.url);
const HOME = new URL('..', import.meta.url);

/** What the page asks of its own plugin. @param {string} name */
export const ask = (name) => fetch(new URL(name, FOLDER), { cache: 'no-cache' });

/** The interface of the site: its addresses, and requests to them as the signed-in user. */
export class Interface {
  #root;
  #nonceHeader;
  #traceHeader;
  /** @type {string | undefined} */
  #nonce;

  /** @param {{ root: string, nonceHeader: string, inside: { traceHeader: string } | null }} site */
  constructor({ root, nonceHeader, inside }) {
    this.#root = new URL(root);
    this.#nonceHeader = nonceHeader;
    this.#traceHeader = inside?.traceHeader;
  }

  /**
   * The address of a path. At the origin that the page was reached by, which is the one that it has a cookie of.
   *
   * @param {string} path
   * @param {string} [query]
   */
  urlOf(path, query = '') {
    const url = new URL(`${this.#root.pathname}${this.#root.search}`, location.origin);
    if (url.searchParams.has('rest_route'))
      return `${url.origin}${url.pathname}?rest_route=${path}${query && `&${query}`}`;
    return `${url.origin}${url.pathname.replace(/\/$/, '')}${path}${query && `?${query}`}`;
  }

  /**
   * The path and the query that an address of the interface stands for; undefined for any other.
   *
   * @param {string} address
   * @returns {{ path: string, query: string } | undefined}
   */
  placeOf(address) {
    const root = this.#root.href.replace(/\/$/, '');
    const begin = [root, this.urlOf('')].find((one) => address === one || /^[/?&]/.test(begins(address, one)));
    if (begin === undefined || /[{}\s]/.test(address)) return undefined;
    const [path = '', query = ''] = begins(address, begin).split(/[?&](.*)/s);
    return { path: path || '/', query };
  }

  /** @param {Call} call @returns {Promise<Answer>} */
  async send(call) {
    const answer = await this.#send(call);
    if (call.anonymous || answer.status !== 403 || !answer.text.includes('cookie_invalid_nonce')) return answer;
    // The nonce had expired, and the request was refused.
    this.#nonce = undefined;
    return this.#send(call);
  }

  /** @param {Call} call @returns {Promise<Answer>} */
  async #send({ method, url, body, anonymous, recordedAs }) {
    const headers = new Headers(body === undefined ? {} : { 'Content-Type': 'application/json' });
    if (!anonymous) headers.set(this.#nonceHeader, await this.#freshNonce());
    if (recordedAs !== undefined && this.#traceHeader !== undefined) headers.set(this.#traceHeader, recordedAs);
    const start = performance.now();
    const credentials = anonymous ? 'omit' : 'same-origin';
    const response = await fetch(url, { method, headers, body, credentials, cache: 'no-store' });
    const text = await response.text();
    const time = performance.now() - start;
    return { status: response.status, statusText: response.statusText, headers: [...response.headers], text, time };
  }

  async #freshNonce() {
    this.#nonce ??= await (await fetch(new URL('nonce', HOME), { cache: 'no-store' })).text();
    return this.#nonce;
  }

  /** The address that gives nonces. */
  get nonceUrl() {
    return new URL('nonce', HOME).href;
  }

  get nonceHeader() {
    return this.#nonceHeader;
  }
}

/** What comes behind the beginning of a text; empty when it begins otherwise. @param {string} text @param {string} beginning */
const begins = (text, beginning) => (text.startsWith(beginning) ? text.slice(beginning.length) : '');
