import type { ArgumentSchema } from './schema.ts';

/** What a schema says about a property: something made from its schema, nothing at all, or that it is forbidden. */
export type PropertyRule<T> = T | undefined | 'forbidden';

/**
 * Makes the lookup of a map's property rules: the property's own schema, else the first of `patternProperties`
 * that fits its name, else `additionalProperties`. `make` turns a property's schema into the rule, once.
 */
export function propertyRules<T>(
  { properties = {}, patternProperties = {}, additionalProperties }: ArgumentSchema,
  make: (schema: ArgumentSchema) => T,
): (name: string) => PropertyRule<T> {
  const named = new Map(Object.entries(properties).map(([name, schema]) => [name, make(schema)]));
  const patterns = Object.entries(patternProperties).map(
    ([pattern, schema]) => [new RegExp(pattern, 'u'), make(schema)] as const,
  );
  const rest = additionalRule(additionalProperties, make);
  return (name) => {
    const own = named.get(name);
    if (own !== undefined) return own;
    for (const [pattern, rule] of patterns) if (pattern.test(name)) return rule;
    return rest;
  };
}

function additionalRule<T>(
  additional: ArgumentSchema['additionalProperties'],
  make: (schema: ArgumentSchema) => T,
): PropertyRule<T> {
  if (additional === false) return 'forbidden';
  return typeof additional === 'object' && additional !== null ? make(additional) : undefined;
}

/** Lists the properties that must be there: those of `required`, and those whose own schema says so. */
export function requiredProperties({ required, properties = {} }: ArgumentSchema): readonly string[] {
  const listed = Array.isArray(required) ? required : [];
  const marked = Object.keys(properties).filter((name) => properties[name]?.required === true);
  return [...new Set<string>([...listed, ...marked])];
}
