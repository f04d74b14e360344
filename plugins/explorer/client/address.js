/**
 * The view that the address names: a list, and one entry of it.
 *
 * @typedef {object} Place
 * @property {'routes' | 'hooks' | 'plugins'} view
 * @property {string} [name] Of a hook or a plugin.
 * @property {string} [method]
 * @property {string} [path] Of a route, with placeholders where nothing was filled in: `/cms/v2/posts/{id}`.
 * @property {string} [query]
 */

/** @param {string} search @returns {Place} */
export function placeOf(search) {
  const said = new URLSearchParams(search);
  const text = (/** @type {string} */ name) => said.get(name) ?? undefined;
  if (said.has('hook')) return { view: 'hooks', name: text('hook') };
  if (said.has('plugin')) return { view: 'plugins', name: text('plugin') };
  const view = said.get('view');
  if (view === 'hooks' || view === 'plugins') return { view };
  return { view: 'routes', method: text('method'), path: text('path'), query: text('query') };
}

/** @param {Place} place @returns {string} */
export function addressOf({ view, name, method, path, query }) {
  const said = new URLSearchParams();
  if (view !== 'routes' && name === undefined) said.set('view', view);
  if (view === 'hooks' && name !== undefined) said.set('hook', name);
  if (view === 'plugins' && name !== undefined) said.set('plugin', name);
  if (method) said.set('method', method);
  if (path) said.set('path', path);
  if (query) said.set('query', query);
  // Slashes and braces may stand in a query, and are easier to read there.
  const text = said.toString().replace(/%2F/g, '/').replace(/%7B/g, '{').replace(/%7D/g, '}');
  return text === '' ? location.pathname : `?${text}`;
}
