import { addressOf } from './address.js';
import { h } from './dom.js';
import { jsonView } from './json-view.js';

/** @typedef {import('./interface.js').Answer} Answer */

/**
 * An answer: its status and time, its body with links that lead on, and its headers.
 *
 * @param {Answer} answer
 * @param {import('./interface.js').Interface} site
 */
export function answerView({ status, statusText, headers, text, time }, site) {
  const size = new TextEncoder().encode(text).length;
  const facts = [`${time.toFixed(0)} ms`, size < 1000 ? `${size} bytes` : `${(size / 1000).toFixed(1)} kB`];
  return [
    h(
      'p',
      { class: 'facts', role: 'status' },
      h('strong', { class: status < 400 ? 'good' : 'bad' }, `${status} ${statusText}`.trim()),
      ` in ${facts.join(', ')}`,
    ),
    h('details', { open: true }, h('summary', {}, 'Body'), bodyView(text, site)),
    h(
      'details',
      {},
      h('summary', {}, `${headers.length} headers`),
      h(
        'dl',
        { class: 'pairs' },
        headers.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
      ),
    ),
  ];
}

/** @param {string} text @param {import('./interface.js').Interface} site */
const bodyView = (text, site) =>
  text === ''
    ? h('p', {}, 'There is none.')
    : jsonView(text, (address) => {
        const place = site.placeOf(address);
        if (place !== undefined) {
          // Sent at once, because a user who follows a link wants to see the answer.
          return h('a', { href: addressOf({ view: 'routes', method: 'GET', ...place }), 'data-send': true });
        }
        return /[{}]/.test(address)
          ? undefined
          : h('a', { href: address, target: '_blank', rel: 'noopener noreferrer' });
      });
