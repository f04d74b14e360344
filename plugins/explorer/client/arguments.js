/** @typedef {import('./paths.js').Argument} Argument */

/** The methods whose arguments come in a body. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** @param {string} method */
export const hasBody = (method) => WITH_BODY.includes(method);

/** Whether a request changes something. @param {string} method */
export const writes = (method) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** @param {Argument} argument */
export const typesOf = ({ type }) => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

/** What may be given, in words: `array of integer, 1 to 100`. @param {Argument} argument @returns {string} */
export function typeWords(argument) {
  const { items, format, minimum, maximum, pattern } = /** @type {Record<string, any>} */ (argument);
  const type = typesOf(argument).join(' or ') || 'any';
  const range = [minimum !== undefined && `at least ${minimum}`, maximum !== undefined && `at most ${maximum}`];
  const words = [
    items?.type !== undefined && type.includes('array') ? `${type} of ${typesOf(items).join(' or ')}` : type,
    format,
    ...range,
    pattern === undefined ? undefined : `like ${pattern}`,
  ];
  return words.filter(Boolean).join(', ');
}

/** The only values that there are; undefined where there are others. @param {Argument} argument @returns {string[] | undefined} */
export function choicesOf(argument) {
  if (argument.enum !== undefined) return argument.enum.map(String);
  return typesOf(argument).join() === 'boolean' ? ['true', 'false'] : undefined;
}

/** Whether a value has parts, and so needs room. @param {Argument} argument */
export const hasParts = (argument) => {
  const types = typesOf(argument);
  if (!types.includes('array')) return types.includes('object');
  return typesOf(/** @type {Argument} */ (argument.items ?? {})).some((type) => /^(?:object|array)$/.test(type));
};

/**
 * The value that a text stands for: of an object, JSON, or the text itself, which many arguments accept as well. Throws for JSON
 * that is invalid.
 *
 * @param {Argument} argument
 * @param {string} text
 * @returns {unknown}
 */
export function readValue(argument, text) {
  const types = typesOf(argument);
  const isText = types.includes('string');
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  if (/^-?\d+(?:\.\d+)?$/.test(text) && !isText && (types.includes('integer') || types.includes('number'))) {
    return Number(text);
  }
  if (/^\s*[[{]/.test(text) && (types.includes('object') || types.includes('array'))) return JSON.parse(text);
  if (!types.includes('array')) return text;
  const items = /** @type {Argument} */ (argument.items ?? {});
  return text.split(',').map((item) => readValue(items, item.trim()));
}

/**
 * Values as they stand in a query: lists of plain values with commas, members of objects by name.
 *
 * @param {Record<string, unknown>} values
 */
export function queryOf(values) {
  /** @type {[string, string][]} */
  const pairs = [];
  const add = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    const isPlain = (/** @type {unknown} */ one) => typeof one !== 'object' && !String(one).includes(',');
    if (typeof value !== 'object' || value === null) pairs.push([name, String(value)]);
    else if (Array.isArray(value) && value.every(isPlain)) pairs.push([name, value.join(',')]);
    else for (const [member, inner] of Object.entries(value)) add(`${name}[${member}]`, inner);
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  // Commas and slashes need no escape in a query, and are easier to read.
  return new URLSearchParams(pairs).toString().replace(/%2C/g, ',').replace(/%2F/g, '/');
}
