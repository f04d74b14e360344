/**
 * @typedef {object} Route A route as the index of the interface describes it.
 * @property {string} pattern
 * @property {string} template The pattern as people read it: `/cms/v2/posts/{id}`.
 * @property {string} namespace
 * @property {string[]} methods
 * @property {{ methods: string[], args: Record<string, Argument> }[]} endpoints
 */
/** @typedef {{ type?: string | string[], description?: string, default?: unknown, required?: boolean, enum?: unknown[] } & Record<string, unknown>} Argument */

/**
 * A route's pattern as people read it. Of what may be left out, nothing is shown.
 *
 * @param {string} pattern
 */
export function templateOf(pattern) {
  let text = '';
  for (let at = 0; at < pattern.length; ) {
    if (pattern[at] === '(') {
      const end = endOfGroup(pattern, at);
      const name = /^\(\?P?<(\w+)>/.exec(pattern.slice(at))?.[1];
      const isOptional = pattern[end] === '?';
      if (name !== undefined) text += `{${name}}`;
      else if (!isOptional) text += pattern.slice(at, end);
      at = isOptional ? end + 1 : end;
    } else {
      if (pattern[at] === '\\') at++;
      text += pattern[at++] ?? '';
    }
  }
  return text;
}

/** Where the group that begins at a place is over. @param {string} pattern @param {number} from */
function endOfGroup(pattern, from) {
  let [depth, isClass] = [0, false];
  for (let at = from; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (isClass) isClass = character !== ']';
    else if (character === '[') isClass = true;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return pattern.length;
}

/** The names that a template leaves open. @param {string} template */
export const namesIn = (template) =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => /** @type {string} */ (name));

/**
 * A template with values in place of names; names without one stay.
 *
 * @param {string} template
 * @param {Record<string, string>} values
 */
export const pathWith = (template, values) =>
  template.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name] ?? '';
    // A parameter may span segments.
    return value === '' ? placeholder : encodeURIComponent(value).replace(/%2F/g, '/');
  });

/**
 * The route that a path belongs to, and what it says for the names of the route's pattern.
 *
 * @param {readonly Route[]} routes
 * @param {string} path
 * @returns {{ route: Route, values: Record<string, string> } | undefined}
 */
export function routeFor(routes, path) {
  const same = routes.find(({ template }) => template === path);
  if (same !== undefined) return { route: same, values: {} };
  for (const route of routes) {
    // What is filled in need not fit, and what is not filled in fits nothing.
    const values = valuesIn(route.template, path) ?? {};
    if (expressionOf(route.pattern)?.test(decoded(path))) return { route, values };
  }
  const route = routes.find(({ template }) => valuesIn(template, path) !== undefined);
  return route === undefined ? undefined : { route, values: valuesIn(route.template, path) ?? {} };
}

/** @param {string} pattern */
function expressionOf(pattern) {
  try {
    return new RegExp(`^(?:${pattern.replaceAll('(?P<', '(?<')})$`, 'i');
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} template @param {string} path @returns {Record<string, string> | undefined} */
function valuesIn(template, path) {
  const source = template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>.+?)`;
    })
    .join('');
  const match = new RegExp(`^${source}$`, 'i').exec(path);
  if (match === null) return undefined;
  const found = Object.entries(match.groups ?? {}).filter(([name, value]) => value !== `{${name}}`);
  return Object.fromEntries(found.map(([name, value]) => [name, decoded(value)]));
}
