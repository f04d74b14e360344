import { isWrittenList, listJson } from './written-list.ts';

/** A member whose JSON is known, as long as `get` is what its object has in its place. */
interface Written {
  readonly json: string;
  readonly get: () => unknown;
}

/** The members that nobody has asked for yet, by object and name. */
const written = new WeakMap<object, Map<string, Written>>();

/**
 * Gives an object a member whose JSON is known already: it is written as it is, unless somebody reads or sets the
 * member. `make` then makes the value, which is the reader's own to change.
 */
export function addWrittenMember(object: object, name: string, json: string, make: () => unknown): void {
  let members = written.get(object);
  if (members === undefined) {
    members = new Map();
    written.set(object, members);
  }
  const known = members;
  let made: { readonly value: unknown } | undefined;
  const settle = (value: unknown) => {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    known.delete(name);
  };
  const get = () => {
    if (made === undefined) {
      made = { value: make() };
      // That of a frozen object stays a getter, which answers with the same value from now on.
      if (Object.getOwnPropertyDescriptor(object, name)?.configurable === true) settle(made.value);
      else known.delete(name);
    }
    return made.value;
  };
  known.set(name, { json, get });
  Object.defineProperty(object, name, { enumerable: true, configurable: true, get, set: settle });
}

/** The JSON of a member that is as it was written; undefined where it was read, replaced or removed. */
function jsonOf(members: Map<string, Written>, object: object, name: string): string | undefined {
  const member = members.get(name);
  if (member === undefined) return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.get === member.get ? member.json : undefined;
}

/** A copy of an object with further members, as a spread makes it; what is written already stays so. */
export function withMembers(object: object, more: Readonly<Record<string, unknown>>): object {
  const members = written.get(object);
  if (members === undefined || members.size === 0) return { ...object, ...more };
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const json = jsonOf(members, object, name);
    if (json === undefined) copy[name] = (object as Record<string, unknown>)[name];
    else addWrittenMember(copy, name, json, () => (object as Record<string, unknown>)[name]);
  }
  return Object.assign(copy, more);
}

/** A member as it stands in JSON. */
export interface JsonMember {
  readonly name: string;
  readonly json: string;
}

/** The members of an object of which some are written already, as JSON has them; undefined for any other value. */
export function jsonMembers(value: unknown): JsonMember[] | undefined {
  const members = typeof value === 'object' && value !== null ? written.get(value) : undefined;
  if (members === undefined || members.size === 0) return undefined;
  const object = value as Record<string, unknown>;
  if (typeof object.toJSON === 'function') return undefined;
  const told: JsonMember[] = [];
  for (const name of Object.keys(object)) {
    const json = jsonOf(members, object, name) ?? JSON.stringify(object[name]);
    if (json !== undefined) told.push({ name, json });
  }
  return told;
}

/** The JSON of an object that has these members. */
export const jsonOfMembers = (members: readonly JsonMember[]): string =>
  `{${members.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

/** The JSON of a value, as `JSON.stringify` has it; members and items that are written already are taken as they are. */
export function toJson(value: unknown, indent = 0): string {
  if (indent === 0 && isWrittenList(value)) return listJson(value);
  const members = indent === 0 ? jsonMembers(value) : undefined;
  return members === undefined ? JSON.stringify(value ?? null, null, indent) : jsonOfMembers(members);
}
