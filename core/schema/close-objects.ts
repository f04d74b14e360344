import type { ArgumentSchema } from './schema.ts';

/** Forbids properties that are not named, wherever a schema of an object does not say what becomes of them. */
export function closeObjects(schema: ArgumentSchema): ArgumentSchema {
  const closed: ArgumentSchema = { ...schema };
  if (schema.items !== undefined) closed.items = closeObjects(schema.items);
  if (schema.properties !== undefined) closed.properties = closeAll(schema.properties);
  if (schema.patternProperties !== undefined) closed.patternProperties = closeAll(schema.patternProperties);
  if (typeof schema.additionalProperties === 'object')
    closed.additionalProperties = closeObjects(schema.additionalProperties);
  if ([schema.type].flat().includes('object')) closed.additionalProperties ??= false;
  return closed;
}

const closeAll = (schemas: Readonly<Record<string, ArgumentSchema>>): Record<string, ArgumentSchema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closeObjects(schema)]));
