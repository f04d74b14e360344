import { addressOf } from './address.js';
import { h } from './dom.js';

/**
 * @typedef {object} HookInfo
 * @property {string} name
 * @property {string} owner
 * @property {'filter' | 'action'} kind
 * @property {'sync' | 'async'} timing
 * @property {string[]} parameters
 * @property {string} meaning
 * @property {boolean} decides
 * @property {string[]} needs
 * @property {{ hook: string, plugin: string, name: string, stage: number }[]} taps
 */

/** A hook with its taps, in the order in which they run. @param {HookInfo} hook */
export function hookView({ name, owner, kind, timing, parameters, meaning, decides, needs, taps }) {
  const hooks = [...new Set(taps.map(({ hook }) => hook))];
  return h(
    'article',
    {},
    h('p', { class: 'back' }, h('a', { href: addressOf({ view: 'hooks' }) }, 'All hooks')),
    h('h2', { tabindex: -1 }, name),
    h('p', {}, meaning),
    h(
      'dl',
      {},
      h('dt', {}, 'Kind'),
      h('dd', {}, `${timing === 'async' ? 'Asynchronous' : 'Synchronous'} ${kind}`),
      h('dt', {}, 'Of'),
      h('dd', {}, owner === 'core' ? 'core' : pluginLink(owner)),
      h('dt', {}, 'Parameters'),
      h('dd', {}, h('code', {}, parameters.join(', '))),
      h('dt', {}, 'A tap that throws'),
      h('dd', {}, decides ? 'fails the request' : 'is skipped'),
      needs.length > 0 && [h('dt', {}, 'A tap needs'), h('dd', {}, needs.join(', '))],
    ),
    h('h3', {}, taps.length === 1 ? '1 tap' : `${taps.length} taps`),
    hooks.flatMap((hook) => [
      hook !== name && h('h4', {}, hook),
      h(
        'ol',
        { class: 'taps' },
        taps
          .filter((tap) => tap.hook === hook)
          .map((tap) =>
            h(
              'li',
              {},
              pluginLink(tap.plugin),
              tap.name !== tap.plugin && ` ${tap.name}`,
              h('span', { class: 'quiet' }, ` stage ${tap.stage}`),
            ),
          ),
      ),
    ]),
  );
}

/** @param {string} name */
const pluginLink = (name) => h('a', { href: addressOf({ view: 'plugins', name }) }, name);
