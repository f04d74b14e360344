import type { RestRequest } from '../../core/index.ts';
import { compileSchema } from '../../core/schema/index.ts';
import { emptyValue, type MetaField } from './registration.ts';

/** The value of a property of the `meta` field, made of the values that are stored. */
export function fieldValue(field: MetaField, stored: readonly unknown[], request: RestRequest): unknown {
  const { default: standard } = field.registration;
  const values = stored.length === 0 && standard !== undefined ? [standard] : stored;
  if (!field.single) return values.map((value) => prepare(field, value, request));
  return values.length === 0 ? field.valueSchema.default : prepare(field, values[0], request);
}

function prepare(field: MetaField, stored: unknown, request: RestRequest): unknown {
  const { show_in_rest } = field.registration;
  if (typeof show_in_rest === 'object' && show_in_rest.prepare_callback !== undefined) {
    return show_in_rest.prepare_callback(stored, request, field);
  }
  const { type } = field.valueSchema;
  const isScalar = type === 'boolean' || type === 'integer' || type === 'number';
  const value = stored === '' && isScalar ? emptyValue(type) : stored;
  const schema = compileSchema(field.valueSchema);
  // A stored value that does not fit is hidden; other code may have stored anything under the key.
  return schema.validate(value, field.name) === undefined ? schema.sanitize(value) : null;
}
