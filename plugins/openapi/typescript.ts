import type { OpenApiObject } from './hooks.ts';

// biome-ignore lint/suspicious/noExplicitAny: a part of a document, read as it comes.
type Part = any;

const INDENT = '  ';

/**
 * Writes the types of a document in TypeScript: an interface or type for each schema, by its name, and `Operations`, which
 * has for each operation its method, path, parameters of path and query, body and answer, by context where those differ.
 */
export function typesOf(document: OpenApiObject): string {
  const { components, paths } = document as {
    components: { schemas: Record<string, Part>; parameters: Record<string, Part> };
    paths: Record<string, Part>;
  };
  const meant = (parameter: Part): Part => components.parameters[nameIn(parameter.$ref ?? '')] ?? parameter;
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  const operations = Object.entries(paths).flatMap(([path, { parameters = [], ...item }]) =>
    Object.entries<Part>({ ...item, ...item['x-additional-operations'] })
      .filter(([word]) => !word.startsWith('x-'))
      .map(([word, operation]) =>
        operationType(
          word,
          path.replace(/#.*/, ''),
          [...parameters, ...(operation.parameters ?? [])].map(meant),
          operation,
        ),
      ),
  );
  return `${schemas.join('\n')}\nexport interface Operations {\n${operations.join('')}}\n`;
}

function operationType(word: string, path: string, parameters: readonly Part[], operation: Part): string {
  const { operationId, requestBody, responses } = operation;
  const within = INDENT.repeat(2);
  const group = (place: string) => {
    const members = parameters.filter((parameter: Part) => parameter.in === place);
    const named = members.map((parameter: Part) => member(parameter.name, parameter.schema, parameter, within));
    return named.length === 0 ? '{}' : `{\n${named.join('')}${within}}`;
  };
  const answers = Object.entries<Part>(responses).filter(([status]) => status.startsWith('2'));
  const lines = [
    `method: ${JSON.stringify(word.toUpperCase())}`,
    `path: ${JSON.stringify(path)}`,
    `parameters: ${group('path')}`,
    `query: ${group('query')}`,
    `body: ${requestBody === undefined ? 'never' : union(contents(requestBody).map((schema) => typeOf(schema, within)))}`,
    `answer: ${union(answers.flatMap(([, answer]) => contents(answer)).map((schema) => typeOf(schema, within)))}`,
    ...answers.flatMap(([, answer]) => ('x-contexts' in answer ? [`answers: ${byContext(answer, within)}`] : [])),
  ];
  return `${INDENT}${operationId}: {\n${lines.map((line) => `${within}${line};\n`).join('')}${INDENT}};\n`;
}

/** What each context shows, by its name. */
function byContext({ 'x-contexts': contexts }: Part, indent: string): string {
  const inner = indent + INDENT;
  const members = Object.entries<Part>(contexts).map(
    ([name, schema]) => `${inner}${name}: ${typeOf(schema, inner)};\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}

const contents = ({ content = {} }: Part): Part[] => Object.values<Part>(content).map(({ schema }) => schema);

/** The name at the end of a reference. */
const nameIn = (reference: string): string => reference.replace(/^.*\//, '');

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'unknown';

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function comment({ description, deprecated }: Part, indent: string): string {
  const text = [description, deprecated === true ? '@deprecated' : undefined].filter(
    (part) => typeof part === 'string',
  );
  return text.length === 0 ? '' : `${indent}/** ${text.join(' ').replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n`;
}

function member(name: string, schema: Part, about: Part, indent: string): string {
  const inner = indent + INDENT;
  const sign = about.required === true ? '' : '?';
  return `${comment({ ...schema, ...about }, inner)}${inner}${key(name)}${sign}: ${typeOf(schema, inner)};\n`;
}

function typeOf(schema: Part, indent: string): string {
  if (typeof schema.$ref === 'string') return nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value: unknown) => JSON.stringify(value)));
  const own = schema.type === undefined && schema.properties === undefined ? [] : [ownType(schema, indent)];
  const alternatives = [schema.oneOf, schema.anyOf].filter(Boolean).map((parts: readonly Part[]) => {
    const types = parts.map((part) => typeOf(part, indent));
    // Alternatives that only restrict a value have no type of their own.
    return types.includes('unknown') ? 'unknown' : `(${union(types)})`;
  });
  const all = (schema.allOf ?? []).map((part: Part) => typeOf(part, indent));
  const types = [...own, ...alternatives, ...all].filter((type) => type !== 'unknown');
  return types.length === 0 ? 'unknown' : types.map((type) => (types.length > 1 ? `(${type})` : type)).join(' & ');
}

const NAMES: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function ownType(schema: Part, indent: string): string {
  const isEmptyList = (type: string) => type === 'array' && schema.maxItems === 0;
  const all: string[] = [schema.type ?? 'object'].flat();
  // An object of known members is an empty list when all are left out; a type that said so would not help a reader.
  const types = schema.properties === undefined ? all : all.filter((type) => !isEmptyList(type));
  return union(
    types.map((type) => {
      if (type === 'object') return objectType(schema, indent);
      if (type !== 'array') return NAMES[type] ?? 'string';
      return isEmptyList(type)
        ? 'never[]'
        : `Array<${schema.items === undefined ? 'unknown' : typeOf(schema.items, indent)}>`;
    }),
  );
}

function objectType({ properties = {}, required = [], additionalProperties }: Part, indent: string): string {
  const members = Object.entries<Part>(properties).map(([name, schema]) =>
    member(name, schema, { required: required.includes(name) }, indent),
  );
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
  if (members.length === 0)
    return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${others}>`;
  return `{\n${members.join('')}${indent}}`;
}
