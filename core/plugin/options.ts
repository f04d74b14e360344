import { type Failure, type Struct, validate } from 'superstruct';
import { closest } from '../base/closest.ts';
import { PluginError } from '../base/plugin-error.ts';
import type { PluginDefinition } from './plugin.ts';

/** The keys that the part of a struct at a path may have; none when it is no map of known keys. */
function keysAt(struct: Struct<unknown, unknown>, path: readonly string[]): string[] {
  let schema: unknown = struct.schema;
  for (const key of path) schema = (schema as Record<string, Struct<unknown, unknown>> | null)?.[key]?.schema;
  return typeof schema === 'object' && schema !== null ? Object.keys(schema) : [];
}

function complaint(name: string, struct: Struct<unknown, unknown>, { path, type, message }: Failure): string {
  const key = ['options', name, ...path].join('.');
  // The value itself may be a secret.
  const [, wanted = type] = /Expected (?:an? |the literal )?(.+?),? but received/s.exec(message) ?? [];
  if (type !== 'never') return `${key} must be ${wanted}; correct it in the configuration`;
  const known = keysAt(struct, path.slice(0, -1).map(String));
  const nearest = closest(String(path.at(-1)), known);
  if (nearest !== undefined) return `there is no option ${key}; did you mean "${nearest}"?`;
  return `there is no option ${key}; ${known.length === 0 ? 'take it out' : `the options are ${known.join(', ')}`}`;
}

/** Whether a value has something at a path; what it has not comes from the defaults of the plugin. */
function holds(value: unknown, path: readonly string[]): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

function validated(given: unknown, struct: Struct<unknown, unknown>, location: string, plugin: string) {
  try {
    return validate(given, struct, { coerce: true });
  } catch (error) {
    const message = `${location}: the options of plugin "${plugin}" cannot be checked: ${(error as Error).message}`;
    throw new PluginError(message, { cause: error, plugin });
  }
}

/**
 * The options of a plugin: what was given, checked, with defaults filled in. Throws a `PluginError` of one line that
 * names the option, and for one that there is not, the nearest.
 */
export function optionsOf({ name, options }: PluginDefinition, location: string, given: unknown = {}): unknown {
  if (options === undefined) return given;
  const struct = options as Struct<unknown, unknown>;
  const [failure, coerced] = validated(given, struct, location, name);
  if (failure === undefined) return coerced;
  throw new PluginError(`${location}: ${complaint(name, struct, failure)}`, {
    plugin: name,
    ofConfiguration: holds(given, failure.path),
  });
}
