import fc from 'fast-check';
import { Values } from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: a part of a document, read as it comes.
type Schema = any;

/** An operation of the document, with its path and method. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Schema;
  readonly parameters: readonly Schema[];
}

/** A request, as it is sent, and whether the document allows it. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly isValid: boolean;
  readonly role: string | undefined;
  /** The route with its query. */
  readonly path: string;
  readonly json: unknown;
}

/** Values that fit no parameter, or only one of another type. */
const JUNK = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'junk', -1, 0, 2 ** 53, 1e308, 1.5, true, [], {}, [[]], [null], { a: { b: 1 } }),
  fc.constantFrom<unknown>(
    '\0',
    '%',
    "' OR 1=1 --",
    '../../etc/passwd',
    '__proto__',
    '\ud800',
    'x'.repeat(3000),
    '\u202e',
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Ids that probably exist, and some that do not. */
const IDS = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) }, { weight: 1, arbitrary: fc.nat() });

const ROLES = [undefined, 'admin', 'admin', 'admin', 'editor', 'author', 'contributor', 'subscriber'];

/** The operations of a document. */
export function operationsOf(document: Schema): Operation[] {
  const values = new Values(document);
  return Object.entries<Schema>(document.paths).flatMap(([path, { parameters = [], ...item }]) =>
    Object.entries<Schema>(item)
      .filter(([word]) => !word.startsWith('x-'))
      .map(([word, operation]) => ({
        path: path.replace(/#.*/, ''),
        method: word.toUpperCase(),
        operation,
        parameters: [...parameters, ...(operation.parameters ?? [])].map((one) => values.resolve(one)),
      })),
  );
}

/** Requests of all operations: those that the document allows, and those with something broken in them. */
export function requestsOf(document: Schema, operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  const values = new Values(document);
  const each = operations.map((operation) => requestOf(operation, values));
  return fc.integer({ min: 0, max: each.length - 1 }).chain((at) => each[at]!);
}

function requestOf(operation: Operation, values: Values): fc.Arbitrary<FuzzRequest> {
  const { parameters, operation: described } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
  const body = described.requestBody?.content['application/json']?.schema;
  const schemas = (list: readonly Schema[]) =>
    Object.fromEntries(list.map(({ name, schema }) => [name, isId(schema) ? IDS : values.of(schema)]));
  return fc
    .record({
      path: fc.record(schemas(inPath)),
      query: few(schemas(inQuery), required),
      body: body === undefined ? fc.constant(undefined) : bodyOf(body, values),
      role: fc.constantFrom(...ROLES),
      broken: fc.option(fc.record({ at: fc.nat(), value: JUNK }), { freq: 1 }),
    })
    .map(({ path, query, body: json, role, broken }) => {
      const sent = broken === null ? { path, query, json } : breakOne({ path, query, json }, broken, inQuery);
      return { operation, isValid: broken === null, role, path: write(operation, sent), json: sent.json };
    });
}

const isId = (schema: Schema): boolean => schema.type === 'integer' || schema.pattern === '^(?:[\\d]+)$';

/** The required parameters and a few others, since of many together some are always refused. */
function few(members: Record<string, fc.Arbitrary<unknown>>, required: readonly string[]): fc.Arbitrary<object> {
  const others = Object.keys(members).filter((name) => !required.includes(name));
  return fc
    .subarray(others, { maxLength: Math.min(4, others.length) })
    .chain((names) => fc.record(Object.fromEntries([...required, ...names].map((name) => [name, members[name]!]))));
}

function bodyOf(given: Schema, values: Values): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = values.resolve(given);
  const members = Object.entries<Schema>(properties).map(([name, part]) => [name, values.of(part)] as const);
  return few(Object.fromEntries(members), required);
}

interface Sent {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: object;
  readonly json: unknown;
}

/** Puts junk in the place of one parameter, of one member of the body, or of the whole body. */
function breakOne(sent: Sent, { at, value }: { at: number; value: unknown }, inQuery: readonly Schema[]): Sent {
  const members = sent.json === undefined ? [] : Object.keys(sent.json as object);
  const places = [...inQuery.map(({ name }) => name), ...members, undefined];
  const index = at % places.length;
  const name = places[index];
  if (name === undefined) return { ...sent, json: value };
  if (index < inQuery.length) return { ...sent, query: { ...sent.query, [name]: value } };
  return { ...sent, json: { ...(sent.json as object), [name]: value } };
}

function write({ path, parameters }: Operation, sent: Sent): string {
  const route = path.replace(/\{(\w+)\}/g, (_, name: string) => String(sent.path[name]));
  const query = Object.entries(sent.query).flatMap(([name, value]) => {
    const commas = parameters.some((parameter) => parameter.name === name && parameter.explode === false);
    return written(name, value, commas);
  });
  return query.length === 0 ? route : `${route}?${query.join('&')}`;
}

/** A value of the query: lists with commas where the document says so, anything else member by member. */
function written(name: string, value: unknown, commas: boolean): string[] {
  if (Array.isArray(value) && commas && value.every((one) => typeof one !== 'object')) {
    return [`${encoded(name)}=${value.map(encoded).join(',')}`];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => written(`${name}[${key}]`, part, false));
  }
  return [`${encoded(name)}=${encoded(value)}`];
}

const encoded = (value: unknown): string => encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));
