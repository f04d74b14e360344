import type { OpenApiObject } from '../openapi/index.ts';

type Schemas = Readonly<
  Record<string, OpenApiObject & { readonly properties?: Readonly<Record<string, OpenApiObject>> }>
>;

/** Tells that a setting is null in an answer where what is stored does not fit it, or nothing is. */
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
