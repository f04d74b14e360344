import { isEmptyContainer, isMap, type ValueMap } from './container.ts';
import { type Check, failure, typeFailure, within } from './failure.ts';
import { propertyRules, requiredProperties } from './properties.ts';
import type { ArgumentSchema } from './schema.ts';

/** Builds the check of an `object`; an empty list and an empty text count as an empty map, others are no object. */
export function checkMap(schema: ArgumentSchema, compile: (property: ArgumentSchema) => Check): Check {
  const { minProperties, maxProperties } = schema;
  const required = requiredProperties(schema);
  const ruleOf = propertyRules(schema, compile);
  return (value) => {
    const isObject = value === '' || isMap(value) || (Array.isArray(value) && isEmptyContainer(value));
    if (!isObject) return typeFailure('object');
    const map = value as ValueMap;
    for (const property of required) {
      if (!Object.hasOwn(map, property))
        return failure('rest_property_required', (name) => `${property} is a required property of ${name}.`);
    }
    const names = Object.keys(map);
    for (const name of names) {
      const rule = ruleOf(name);
      if (rule === undefined) continue;
      if (rule === 'forbidden')
        return failure('rest_additional_properties_forbidden', () => `${name} is not a valid property of Object.`);
      const problem = rule(map[name]);
      if (problem !== undefined) return within(name, problem);
    }
    if (minProperties !== undefined && names.length < minProperties)
      return failure('rest_too_few_properties', (name) => `${name} needs at least ${minProperties} properties.`);
    if (maxProperties !== undefined && names.length > maxProperties)
      return failure('rest_too_many_properties', (name) => `${name} takes at most ${maxProperties} properties.`);
    return undefined;
  };
}
