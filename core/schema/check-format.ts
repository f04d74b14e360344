import { type Check, failure } from './failure.ts';
import { FORMATS } from './formats.ts';
import type { ArgumentSchema } from './schema.ts';

/** Builds the check of `format`, which describes texts; undefined when every text has the format. */
export function checkFormat({ format = '' }: ArgumentSchema): Check | undefined {
  const { accepts, inner = 'rest_invalid_param', message } = FORMATS.get(format) ?? {};
  if (accepts === undefined) return undefined;
  return (value) =>
    typeof value === 'string' && accepts(value) ? undefined : failure(inner, (name) => `${name} ${message}.`);
}
