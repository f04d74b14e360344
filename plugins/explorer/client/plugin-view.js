import { addressOf } from './address.js';
import { h } from './dom.js';

/**
 * @typedef {object} PluginInfo
 * @property {string} name
 * @property {string} status
 * @property {string | null} message Why it does not run.
 * @property {string} location
 * @property {string | null} version
 * @property {string | null} description
 * @property {string[]} capabilities
 * @property {string[]} requires
 * @property {boolean | 'process'} isolated
 * @property {{ hook: string, count: number, message: string }[]} failures
 */

/**
 * A plugin: its state, what it may, its routes, and the hooks that it taps and fires.
 *
 * @param {PluginInfo} plugin
 * @param {import('./site.js').Site} site
 */
export function pluginView(plugin, site) {
  const { name, status, message, location, version, description, capabilities, requires, isolated, failures } = plugin;
  const { owners = {}, hooks = [] } = site.inside ?? {};
  const routes = site.routes.filter(({ pattern }) => owners[pattern]?.includes(name));
  const tapped = hooks.filter(({ taps }) => taps.some((tap) => tap.plugin === name)).map((hook) => hook.name);
  const fired = hooks.filter(({ owner }) => owner === name).map((hook) => hook.name);
  return h(
    'article',
    {},
    h('p', { class: 'back' }, h('a', { href: addressOf({ view: 'plugins' }) }, 'All plugins')),
    h('h2', { tabindex: -1 }, name),
    h('p', {}, description ?? ''),
    h(
      'dl',
      {},
      row(
        'State',
        h('strong', { class: status === 'active' ? 'good' : 'bad' }, status),
        message !== null && `: ${message}`,
      ),
      row('Version', version ?? 'not known'),
      row('From', location),
      isolated && row('Runs', isolated === 'process' ? 'in a process of its own' : 'in a sandbox'),
      row('May', capabilities.join(', ') || 'nothing beyond its own'),
      requires.length > 0 && row('Requires', ...links(requires, 'plugins')),
    ),
    failures.length > 0 && [
      h('h3', {}, 'It failed'),
      h(
        'ul',
        {},
        failures.map(({ hook, count, message: text }) => h('li', {}, `${count} times in ${hook}: ${text}`)),
      ),
    ],
    h('h3', {}, routes.length === 1 ? '1 route' : `${routes.length} routes`),
    h(
      'ul',
      {},
      routes.map(({ template }) =>
        h('li', {}, h('a', { href: addressOf({ view: 'routes', path: template }) }, template)),
      ),
    ),
    h('h3', {}, `Taps ${tapped.length === 1 ? '1 hook' : `${tapped.length} hooks`}`),
    h('p', {}, links(tapped, 'hooks')),
    h('h3', {}, `Declares ${fired.length === 1 ? '1 hook' : `${fired.length} hooks`}`),
    h('p', {}, links(fired, 'hooks')),
  );
}

/** @param {string} term @param {...import('./dom.js').Child} values */
const row = (term, ...values) => [h('dt', {}, term), h('dd', {}, ...values)];

/** @param {string[]} names @param {'hooks' | 'plugins'} view */
const links = (names, view) =>
  names.flatMap((name, at) => [at > 0 && ', ', h('a', { href: addressOf({ view, name }) }, name)]);
