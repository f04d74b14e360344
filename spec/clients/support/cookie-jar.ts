/** The cookies of one site as a browser stores them: their values, until the site removes them. */
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** `fetch` as in a page of the site: it sends the cookies, and stores those of the answer. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (this.#values.size > 0) headers.set('Cookie', [...this.#values].map((pair) => pair.join('=')).join('; '));
    const response = await fetchOfNode(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#take(line);
    return response;
  };

  /** Removes all cookies, as a private window does when it is closed. */
  clear(): void {
    this.#values.clear();
  }

  #take(line: string): void {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    const expires = /;\s*expires=([^;]+)/i.exec(line)?.[1];
    const isOver = expires !== undefined && Date.parse(expires) <= Date.now();
    if (isOver) this.#values.delete(name);
    else this.#values.set(name, value);
  }
}

const fetchOfNode = globalThis.fetch;
