import type { OpenApiObject } from '../openapi/index.ts';

type Schemas = Readonly<
  Record<string, OpenApiObject & { readonly properties?: Readonly<Record<string, OpenApiObject>> }>
>;

/**
 * Describes each setting as nullable in answers: it is null where no value is stored, or one that does not fit the
 * schema.
 */
export function describeSettings(document: OpenApiObject): OpenApiObject {
  const components = document.components as { readonly schemas: Schemas } & OpenApiObject;
  const { Settings: settings } = components.schemas;
  if (settings === undefined) return document;
  const properties = Object.entries(settings.properties ?? {}).map(([name, schema]) => [name, orNull(schema)]);
  const Settings = { ...settings, properties: Object.fromEntries(properties) };
  return { ...document, components: { ...components, schemas: { ...components.schemas, Settings } } };
}

function orNull(schema: OpenApiObject): OpenApiObject {
  if (schema.type === undefined) return schema;
  return { ...schema, type: [...new Set([schema.type, 'null'].flat())] };
}
