import { addressOf } from './address.js';
import { h } from './dom.js';

/**
 * @typedef {object} Entry One part of a request, how often it ran, and for how long.
 * @property {string} kind
 * @property {string} name
 * @property {string} [plugin]
 * @property {number} count
 * @property {number} duration
 * @property {string} [outcome]
 * @property {string} [reason]
 * @property {{ path: string, kind: string, before?: string, after?: string, count: number }[]} [changes]
 * @property {Entry[]} [within]
 */
/** @typedef {{ plugin: string, tap: string, hook: string }} Toucher */
/**
 * @typedef {object} Explanation
 * @property {number} duration
 * @property {Entry[]} hooks
 * @property {{ field: string, set_by: string | null, changed_by?: Toucher[] }[]} fields
 * @property {{ header: string, set_by: string | null }[]} headers
 * @property {{ count: number, duration: number, statements: { sql: string, plugin?: string, where?: string, count: number, duration: number }[] }} sql
 */

/** @param {number} ms */
const milliseconds = (ms) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;

/** @param {string} name */
const pluginLink = (name) => h('a', { href: addressOf({ view: 'plugins', name }) }, name);

/** What ran for a request: hooks with their taps, who set which field, and statements. @param {Explanation} explanation */
export function explanationView({ hooks, fields, sql }) {
  const taps = count(hooks, 'tap');
  return [
    h(
      'details',
      { open: true },
      h('summary', {}, `${count(hooks, 'hook')} hooks and ${taps} taps ran`),
      h('div', { class: 'tree' }, tree(hooks)),
    ),
    h('details', {}, h('summary', {}, `Who set ${fields.length} fields`), fieldList(fields)),
    h(
      'details',
      {},
      h('summary', {}, `${sql.count} statements in ${milliseconds(sql.duration)}`),
      h(
        'ol',
        { class: 'statements' },
        sql.statements.map((one) =>
          h(
            'li',
            {},
            h('code', {}, one.sql),
            h(
              'p',
              {},
              one.plugin !== undefined && pluginLink(one.plugin),
              ` ${times(one.count)}${milliseconds(one.duration)}`,
            ),
          ),
        ),
      ),
    ),
  ];
}

/** @param {Entry[]} entries @param {string} kind @returns {number} */
const count = (entries, kind) =>
  entries.reduce((sum, entry) => sum + (entry.kind === kind ? 1 : 0) + count(entry.within ?? [], kind), 0);

/** @param {number} count */
const times = (count) => (count > 1 ? `${count} times, ` : '');

/** @param {Entry[]} entries @returns {HTMLElement} */
const tree = (entries) =>
  h(
    'ul',
    {},
    entries.map((entry) => h('li', {}, line(entry), changes(entry), entry.within !== undefined && tree(entry.within))),
  );

/** @param {Entry} entry */
function line({ kind, name, plugin, count, duration, outcome, reason }) {
  const isHook = kind === 'hook';
  return h(
    'p',
    {},
    h('span', { class: 'tag' }, kind),
    ' ',
    isHook ? h('a', { href: addressOf({ view: 'hooks', name }) }, name) : h('span', { class: 'name' }, name),
    plugin !== undefined && plugin !== name && [' of ', pluginLink(plugin)],
    h('span', { class: 'quiet' }, ` ${times(count)}${milliseconds(duration)}`),
    outcome !== undefined && h('strong', {}, ` ${outcome}${reason === undefined ? '' : `: ${reason}`}`),
  );
}

/** @param {Entry} entry */
const changes = ({ changes: made = [] }) =>
  made.length > 0 &&
  h(
    'ul',
    { class: 'changes' },
    made.map(({ path, kind, before, after, count }) =>
      h(
        'li',
        {},
        `${kind} `,
        h('code', {}, path),
        count > 1 && ` ${count} times`,
        before !== undefined && [': ', h('del', {}, before)],
        after !== undefined && [before === undefined ? ': ' : ' to ', h('ins', {}, after)],
      ),
    ),
  );

/** @param {Explanation['fields']} fields */
const fieldList = (fields) =>
  h(
    'dl',
    { class: 'pairs' },
    fields.flatMap(({ field, set_by, changed_by = [] }) => [
      h('dt', {}, h('code', {}, field)),
      h(
        'dd',
        {},
        set_by === null ? 'not known' : pluginLink(set_by),
        changed_by.flatMap(({ plugin, hook }) => [
          ', changed by ',
          pluginLink(plugin),
          ' in ',
          h('a', { href: addressOf({ view: 'hooks', name: hook }) }, hook),
        ]),
      ),
    ]),
  );
