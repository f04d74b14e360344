import type { SchemaIssue } from './schema.ts';

/**
 * A failed check before its parameter has a name. Checks know only the value; the containers around them put
 * their index or property in front of `path`, so that nothing is built for values that pass.
 */
export interface Failure {
  readonly inner: string;
  /** The specification's code, where `inner` does not tell it. */
  readonly code?: string;
  /** `''`, or the way to the failing part, as `[0][name]`. */
  path: string;
  /** Writes the sentence for the failing part's full name. */
  readonly message: (name: string) => string;
  readonly data?: Record<string, unknown>;
}

/** Checks a value; undefined means that it is valid. */
export type Check = (value: unknown) => Failure | undefined;

/** Makes a failure of the value itself. */
export function failure(inner: string, message: (name: string) => string, data?: Record<string, unknown>): Failure {
  return { inner, path: '', message, data };
}

/** Makes the failure of a value that has none of the accepted types. */
export function typeFailure(types: string): Failure {
  return failure('rest_invalid_type', (name) => `${name} is not of type ${types}.`);
}

/** Moves a failure out of an element or a property: `key` is its index or name. */
export function within(key: string | number, inside: Failure): Failure {
  inside.path = `[${key}]${inside.path}`;
  return inside;
}

const OWN_CODES = new Set(['rest_invalid_date', 'rest_invalid_email']);

/** Names the parameter of a failure, which makes it an issue with the specification's code (section 7). */
export function toIssue({ inner, code, path, message, data }: Failure, param: string): SchemaIssue {
  const name = param + path;
  const issue: SchemaIssue = {
    code: code ?? (OWN_CODES.has(inner) ? inner : 'rest_invalid_param'),
    inner,
    message: message(name),
    param: name,
  };
  if (data !== undefined) issue.data = data;
  else if (inner === 'rest_invalid_type') issue.data = { param: name };
  return issue;
}
