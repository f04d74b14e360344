/** The description of `_embed` in the OpenAPI document. */
export const parameterDescription = {
  name: '_embed',
  in: 'query',
  description: 'Which linked resources are embedded: those of the relations that are listed, or of all with `true`.',
  style: 'form',
  explode: false,
  schema: { anyOf: [{ const: true }, { type: 'array', items: { type: 'string' } }] },
};

/**
 * The relations that an `_embed` asks for: true for all of them, when it is empty, `1`, `true` or `0`, or else the
 * listed ones.
 */
export function embedParameter(given: unknown): true | ReadonlySet<string> {
  const names = (typeof given === 'object' && given !== null ? Object.values(given) : String(given).split(','))
    .map((name) => String(name).trim())
    .filter((name) => name !== '');
  const first = names[0];
  if (names.length === 0 || (names.length === 1 && (first === '1' || first === 'true' || first === '0'))) return true;
  return new Set(names);
}
