import { merged } from '../merged.ts';
import { makeNotes } from '../notes.ts';
import { isWrittenList, listJson } from './written-list.ts';

/** A member whose JSON is known; what is made of it once somebody has asked. */
interface Written {
  readonly json: string;
  readonly make: () => unknown;
  made?: { readonly value: unknown };
}

/** The members of objects that were written, by name; one that has been read or set is none any more. */
const written = makeNotes<object, Map<string, Written>>();

/** Reads or replaces the member of a name in any object: an accessor of its own would give each a shape of its own. */
interface Accessor extends PropertyDescriptor {
  readonly get: () => unknown;
}

const accessors = new Map<string, Accessor>();

function accessorOf(name: string): Accessor {
  let accessor = accessors.get(name);
  if (accessor === undefined) {
    accessor = {
      enumerable: true,
      configurable: true,
      get(this: object) {
        return readMember(ownerOf(this, name), name);
      },
      set(this: object, value: unknown) {
        settle(this, name, value);
      },
    };
    accessors.set(name, accessor);
  }
  return accessor;
}

/** The object whose member a getter was asked for: this one, or one that it inherits from. */
function ownerOf(object: object, name: string): object {
  let owner = object;
  while (written.get(owner)?.has(name) !== true) owner = Object.getPrototypeOf(owner) as object;
  return owner;
}

function readMember(object: object, name: string): unknown {
  const member = written.get(object)!.get(name)!;
  if (member.made === undefined) {
    member.made = { value: member.make() };
    // That of a frozen object stays a getter, which answers with the same value from now on.
    if (Object.getOwnPropertyDescriptor(object, name)?.configurable === true) settle(object, name, member.made.value);
  }
  return member.made.value;
}

function settle(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  written.get(object)?.delete(name);
}

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
  members.set(name, { json, make });
  Object.defineProperty(object, name, accessorOf(name));
}

/** The JSON of a member that is as it was written; undefined where it was read, replaced or removed. */
function jsonOf(members: Map<string, Written>, object: object, name: string): string | undefined {
  const member = members.get(name);
  if (member === undefined || member.made !== undefined) return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.get === accessorOf(name).get ? member.json : undefined;
}

/** A copy of an object with further members, as a spread makes it; what is written already stays so. */
export function withMembers(object: object, more: Readonly<Record<string, unknown>>): object {
  const members = written.get(object);
  if (members === undefined || members.size === 0) {
    // Spread for data of anybody's, which may have any name.
    return Object.hasOwn(object, '__proto__') ? { ...object, ...more } : merged(object, more);
  }
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const json = jsonOf(members, object, name);
    if (json === undefined) copy[name] = (object as Record<string, unknown>)[name];
    else addWrittenMember(copy, name, json, () => (object as Record<string, unknown>)[name]);
  }
  return Object.assign(copy, more);
}

/** A text, a number, a boolean or null, whose JSON is quickly made when it is wanted. */
type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A member as it stands in JSON: the JSON itself, or where that is undefined a scalar. */
export interface JsonMember {
  readonly name: string;
  readonly json: string | undefined;
  readonly scalar: Scalar;
}

/**
 * The members of an object of which some are written already, as JSON has them, with more in the place of those of their
 * names or behind them; undefined for any other value.
 */
export function jsonMembers(value: unknown, more?: Readonly<Record<string, unknown>>): JsonMember[] | undefined {
  const members = typeof value === 'object' && value !== null ? written.get(value) : undefined;
  if (members === undefined || members.size === 0) return undefined;
  const object = value as Record<string, unknown>;
  if (typeof object.toJSON === 'function') return undefined;
  const told: JsonMember[] = [];
  const tell = (name: string, value: unknown) => {
    if (isScalar(value)) told.push({ name, json: undefined, scalar: value });
    else tellJson(name, JSON.stringify(value));
  };
  const tellJson = (name: string, json: string | undefined) => {
    if (json !== undefined) told.push({ name, json, scalar: null });
  };
  for (const name of Object.keys(object)) {
    if (more !== undefined && Object.hasOwn(more, name)) {
      tell(name, more[name]);
      continue;
    }
    const known = jsonOf(members, object, name);
    if (known === undefined) tell(name, object[name]);
    else tellJson(name, known);
  }
  for (const name in more) if (!Object.hasOwn(object, name)) tell(name, more[name]);
  return told;
}

/** The JSON of an object that has these members. */
export const jsonOfMembers = (members: readonly JsonMember[]): string =>
  `{${members.map(({ name, json, scalar }) => `${JSON.stringify(name)}:${json ?? JSON.stringify(scalar)}`).join(',')}}`;

/** The JSON of a value, as `JSON.stringify` has it; members and items that are written already are taken as they are. */
export function toJson(value: unknown, indent = 0): string {
  if (indent === 0 && isWrittenList(value)) return listJson(value);
  const members = indent === 0 ? jsonMembers(value) : undefined;
  return members === undefined ? JSON.stringify(value ?? null, null, indent) : jsonOfMembers(members);
}
