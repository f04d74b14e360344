import { ask, Interface } from './interface.js';
import { parsed } from './json-view.js';
import { templateOf } from './paths.js';

/**
 * @typedef {object} Inside The state that only users who manage the site get.
 * @property {string} traceHeader
 * @property {Record<string, string[]>} owners The plugins of routes, by pattern.
 * @property {import('./plugin-view.js').PluginInfo[]} plugins
 * @property {import('./hook-view.js').HookInfo[]} hooks
 */
/**
 * @typedef {object} State The state of the site.
 * @property {string} root
 * @property {string} namespace
 * @property {string} nonceHeader
 * @property {number | null} generation
 * @property {string | null} since
 * @property {Inside | null} inside
 */

/** How often the site is checked for changes, in milliseconds. */
const EVERY = 3000;

/** What is known of the site at present. */
export class Site {
  /** @type {State | undefined} */
  #state;
  /** @type {string | null} */
  #tag = null;
  /** @type {import('./paths.js').Route[]} */
  routes = [];
  /** The name that a command line signs in with. */
  login = 'USER';

  /** @returns {Inside | null} */
  get inside() {
    return this.#state?.inside ?? null;
  }

  get generation() {
    return this.#state?.generation ?? null;
  }

  get since() {
    return this.#state?.since ?? null;
  }

  /** @type {Interface} */
  // @ts-expect-error It is there once the site is loaded, before anything is shown.
  api;

  async load() {
    await this.#ask();
    const { namespace } = /** @type {State} */ (this.#state);
    const me = await this.#get(`/${namespace}/users/me`, 'context=edit&_fields=username');
    this.login = me?.username ?? this.login;
  }

  /** Watches the site and reports changes: of its state and, with another generation, of the routes. */
  watch(/** @type {(failed: boolean) => void} */ changed) {
    const look = async () => {
      if (!document.hidden) {
        try {
          if (await this.#ask()) changed(false);
        } catch {
          changed(true);
        }
      }
      setTimeout(look, EVERY);
    };
    setTimeout(look, EVERY);
  }

  /** Asks the plugin; answers with whether anything has changed. */
  async #ask() {
    const response = await ask('site.json');
    // Signed out meanwhile: the page itself leads to the login and back.
    if (response.status === 401) location.reload();
    if (!response.ok) throw new Error(`status ${response.status}`);
    const tag = response.headers.get('ETag');
    if (tag !== null && tag === this.#tag) return false;
    /** @type {State} */
    const state = await response.json();
    const isBuiltAnew = this.#state === undefined || state.generation !== this.#state.generation;
    this.#state = state;
    if (isBuiltAnew) {
      this.api ??= new Interface(state);
      const index = await this.#get('/');
      this.routes = Object.entries(index?.routes ?? {}).map(([pattern, route]) => ({
        ...route,
        pattern,
        template: templateOf(pattern),
      }));
    }
    this.#tag = tag;
    return true;
  }

  /** @param {string} path @param {string} [query] */
  async #get(path, query) {
    const url = this.api.urlOf(path, query);
    const { status, text } = await this.api.send({ method: 'GET', url, body: undefined, anonymous: false });
    return status === 200 ? /** @type {any} */ (parsed(text)) : undefined;
  }
}
