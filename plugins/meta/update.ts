import { defineErrors, type RestError, type RestRequest } from '../../core/index.ts';
import { issueToError } from '../../core/rest/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import { maybeSerialize } from '../database/index.ts';
import type { MetaType } from './meta-type.ts';
import type { MetaField } from './registration.ts';
import type { MetaStore } from './store.ts';

const errors = defineErrors({
  rest_cannot_update: ['authorization', 'You may not set this custom field.'],
  rest_cannot_delete: ['authorization', 'You may not remove this custom field.'],
  rest_invalid_param: [400, 'This custom field is longer than can be stored.'],
  rest_invalid_stored_value: [400, 'This custom field holds a value that does not fit its type.'],
});

/** The object whose metadata is written, and the keys that the user may write. */
interface Target {
  readonly store: MetaStore;
  readonly type: MetaType;
  readonly id: number;
  /** The most bytes of a stored value. */
  readonly mostBytes: number;
  mayWrite(key: string): boolean;
}

/** Stores the properties of a request's `meta`; all are tried, and the first failure is thrown with the others in it. */
export async function updateMetaFields(
  target: Target,
  fields: readonly MetaField[],
  input: unknown,
  request: RestRequest,
): Promise<void> {
  if (typeof input !== 'object' || input === null) return;
  const values = input as Record<string, unknown>;
  const failures: RestError[] = [];
  for (const field of fields) {
    if (!Object.hasOwn(values, field.name)) continue;
    const failure = await updateField(target, field, values[field.name], request);
    if (failure !== undefined) failures.push(failure);
  }
  const [first, ...others] = failures;
  if (first === undefined) return;
  if (others.length > 0) first.additionalErrors = others;
  throw first;
}

async function updateField(
  target: Target,
  field: MetaField,
  value: unknown,
  request: RestRequest,
): Promise<RestError | undefined> {
  const { key, name, single, registration } = field;
  const data = { key: name };
  if (value === null || (!single && Array.isArray(value) && value.length === 0))
    return removeField(target, field, request);
  if (!single && Array.isArray(value) && value.includes(null)) return errors.rest_invalid_stored_value();
  const schema = compileSchema(field.schema);
  const issue = schema.validate(value, `meta.${name}`);
  if (issue !== undefined) return issueToError(issue);
  if (!target.mayWrite(key)) return errors.rest_cannot_update(request, data);

  const clean = (one: unknown) => registration.sanitize_callback?.(one, key, target.type) ?? one;
  const sanitized = schema.sanitize(value);
  const isLong = (one: unknown) => Buffer.byteLength(maybeSerialize(one)) > target.mostBytes;
  if (single ? isLong(sanitized) : (sanitized as unknown[]).some(isLong)) {
    return errors.rest_invalid_param({ key: name, param: `meta.${name}` });
  }
  if (single) await target.store.set(target.type, target.id, key, clean(sanitized));
  else await replaceValues(target, key, (sanitized as unknown[]).map(clean));
  return undefined;
}

async function removeField(target: Target, field: MetaField, request: RestRequest): Promise<RestError | undefined> {
  const { key, name, single, valueSchema } = field;
  const stored = await target.store.get(target.type, target.id, key);
  if (single && stored.length > 0 && compileSchema(valueSchema).validate(stored[0], name) !== undefined) {
    return errors.rest_invalid_stored_value();
  }
  if (!target.mayWrite(key)) return errors.rest_cannot_delete(request, { key: name });
  await target.store.delete(target.type, target.id, key);
  return undefined;
}

/** Brings the values of a key to a list. A value that is stored once stays; several equal ones are all written anew. */
async function replaceValues({ store, type, id }: Target, key: string, values: readonly unknown[]): Promise<void> {
  const stored = new Map<string, { value: unknown; count: number }>();
  for (const value of await store.get(type, id, key)) {
    const text = maybeSerialize(value);
    stored.set(text, { value, count: (stored.get(text)?.count ?? 0) + 1 });
  }
  const missing: unknown[] = [];
  for (const value of values) {
    const text = maybeSerialize(value);
    if (stored.get(text)?.count === 1) stored.delete(text);
    else missing.push(value);
  }
  for (const { value } of stored.values()) await store.delete(type, id, key, value);
  for (const value of missing) await store.add(type, id, key, value);
}
