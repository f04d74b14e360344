import { fill, h } from './dom.js';
import { ask } from './interface.js';

/** @typedef {{ you: string[], roles?: { role: string, methods: string[] }[] }} WhoMay */

/**
 * Who may call a path: the user and, for users who manage the site, each role.
 *
 * @param {string[]} methods Of the route.
 * @param {string} path
 */
export function whoMayView(methods, path) {
  const body = h('div', {}, h('p', { class: 'quiet' }, 'Asking …'));
  const asked = async () => {
    const response = await ask(`who-may.json?path=${encodeURIComponent(path)}`);
    if (!response.ok) return fill(body, h('p', {}, 'That could not be found out.'));
    const { you, roles } = /** @type {WhoMay} */ (await response.json());
    return fill(
      body,
      h('p', {}, 'You may: ', h('strong', {}, you.join(', ') || 'nothing'), '.'),
      roles !== undefined && roleLines(methods, roles),
    );
  };
  asked().catch(() => fill(body, h('p', {}, 'The site does not answer.')));
  return h('section', { 'aria-labelledby': 'who-may' }, h('h3', { id: 'who-may' }, 'Who may call it'), body);
}

/** Methods that the same roles may use, in one line. @param {string[]} methods @param {{ role: string, methods: string[] }[]} roles */
function roleLines(methods, roles) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const method of methods) {
    const allowed = roles.filter((one) => one.methods.includes(method)).map(({ role }) => role);
    const who = allowed.length === roles.length ? 'everybody' : allowed.join(', ') || 'nobody';
    lines.set(who, [...(lines.get(who) ?? []), method]);
  }
  return h(
    'dl',
    { class: 'roles' },
    [...lines].flatMap(([who, may]) => [h('dt', {}, may.join(', ')), h('dd', {}, who)]),
  );
}
