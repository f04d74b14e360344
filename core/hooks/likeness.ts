import { hasNames, isPlain } from './plain.ts';
import { type Form, Posing, type Sitters } from './posing.ts';
import { MANY, type Member, type Structure, shapeOf } from './shape.ts';

/** What a remembered value is: itself, a sitter, a list or map, or the response. */
export const PartKind = { value: 0, sitter: 1, thing: 2, response: 3 } as const;

export type PartKind = (typeof PartKind)[keyof typeof PartKind];

/** A value as it is remembered. All have the same members, which engines like best. */
export interface Part {
  readonly kind: PartKind;
  /** The value itself, of that kind. */
  readonly value: unknown;
  /** The number of the sitter or thing. */
  readonly at: number;
}

const VALUE = PartKind.value;
const SITTER = PartKind.sitter;
const THING = PartKind.thing;

/** Stands for the one response that something is made of. */
export const RESPONSE_PART: Part = { kind: PartKind.response, value: undefined, at: -1 };

const valuePart = (value: unknown): Part => ({ kind: VALUE, value, at: -1 });

/** A list or map, by its members. */
interface Thing {
  readonly isList: boolean;
  readonly names: readonly string[];
  /** Its members; some are not known while it is being looked at. */
  readonly parts: Part[];
  /** How often something led to it. */
  uses: number;
}

/**
 * Remembers values so that they can be handed out again later: scalars and what is frozen as they are, sitters by who
 * sits there then, plain lists and maps as copies, the same one wherever it was the same one. It is true as long as
 * nothing else was among them, and nobody changed a list or map while they were collected.
 */
export class Likeness {
  readonly #shared: ReadonlySet<object>;
  #things: Thing[] = [];
  /** How they are made again, once all is collected. */
  #forms: readonly (Form | undefined)[] = [];
  #sitters: Sitters;
  /** What is remembered, by its place; let go of when all is collected. */
  #objects: object[] = [];
  #places = new Map<object, number>();
  #isTrue = true;
  #size = 0;

  /** `shared` are objects that are the same each time although they are not frozen. */
  constructor(sitters: Sitters, shared: readonly object[] = []) {
    this.#sitters = sitters;
    this.#shared = new Set(shared);
  }

  get isTrue(): boolean {
    return this.#isTrue;
  }

  /** How much room it takes, in characters. */
  get size(): number {
    return this.#size;
  }

  /** Remembers a value. */
  partOf(value: unknown): Part {
    if (typeof value !== 'object' || value === null) {
      if (typeof value === 'function' || Number.isNaN(value)) this.#isTrue = false;
      if (typeof value === 'string') this.#size += value.length;
      return valuePart(value);
    }
    const sitter = this.#sitters.indexOf(value);
    if (sitter >= 0) return { kind: SITTER, value: undefined, at: sitter };
    if (this.#shared.has(value) || Object.isFrozen(value)) return valuePart(value);
    const known = this.#places.get(value);
    const at = known ?? this.#remember(value);
    const thing = this.#things[at]!;
    thing.uses++;
    // One that leads back to itself is still being looked at.
    const isWhole = thing.parts.length === thing.names.length;
    if (known !== undefined && isWhole && !this.#isAsFound(at)) this.#isTrue = false;
    return { kind: THING, value: undefined, at };
  }

  /** Lets go of what was remembered; whether it is true is known from now on. */
  finish(): void {
    this.#isTrue &&= this.#things.every((_, at) => this.#isAsFound(at));
    if (this.#isTrue) this.#forms = formsOf(this.#things);
    this.#things = [];
    this.#objects = [];
    this.#places = new Map();
    this.#sitters = [];
  }

  /** Hands out what is remembered, with other sitters. */
  pose(sitters: Sitters): Posing {
    return new Posing(this.#forms, sitters);
  }

  #isAsFound(at: number): boolean {
    const object = this.#objects[at] as Record<string, unknown>;
    const { isList, names, parts } = this.#things[at]!;
    return (
      hasNames(object, isList, names) && names.every((name, member) => object[name] === this.#found(parts[member]!))
    );
  }

  #found({ kind, value, at }: Part): unknown {
    return kind === VALUE ? value : kind === SITTER ? this.#sitters[at] : this.#objects[at];
  }

  #remember(object: object): number {
    const at = this.#objects.push(object) - 1;
    this.#places.set(object, at);
    const isList = Array.isArray(object);
    if (!isPlain(object, isList) || !Object.isExtensible(object) || !isOfValues(object, isList)) this.#isTrue = false;
    const names = this.#isTrue ? Object.keys(object) : [];
    const parts: Part[] = [];
    // It has its place before its members are looked at, which may lead back to it.
    this.#things[at] = { isList, names, parts, uses: 0 };
    for (const name of names) parts.push(this.partOf((object as Record<string, unknown>)[name]));
    this.#size += THING_ROOM + names.length * MEMBER_ROOM;
    return at;
  }
}

/** How lists and maps are made again, by their places: none for those that are made with another one. */
function formsOf(things: readonly Thing[]): (Form | undefined)[] {
  const builtIn = new Set<number>();
  // Whatever leads to one stands before it, unless something else leads to it too.
  return things.map((thing, at) => (builtIn.has(at) ? undefined : formOf(thing, things, builtIn)));
}

/** How a list or map is made, with others that nothing else leads to built in as long as there is room. */
function formOf(root: Thing, things: readonly Thing[], builtIn: Set<number>): Form {
  const values: unknown[] = [];
  let count = root.names.length;
  const memberOf = ({ kind, value, at }: Part): Member => {
    if (kind === THING) {
      const inner = things[at]!;
      if (inner.uses === 1 && count + inner.names.length <= MANY) {
        builtIn.add(at);
        count += inner.names.length;
        return structureOf(inner);
      }
    }
    values.push(kind === VALUE ? value : at);
    return kind === VALUE ? 'value' : kind === SITTER ? 'sitter' : 'thing';
  };
  const structureOf = ({ isList, names, parts }: Thing): Structure => ({
    isList,
    members: names.map((name, at) => [name, memberOf(parts[at]!)] as const),
  });
  const structure = structureOf(root);
  return { shape: shapeOf(structure, count), values };
}

/** Characters that a list or map, and one of its members, takes more or less. */
const THING_ROOM = 100;
const MEMBER_ROOM = 30;

/** Whether an object has nothing but enumerable members that are no getters. */
function isOfValues(object: object, isList: boolean): boolean {
  const all = Reflect.ownKeys(object);
  return all.every((key) => {
    if (isList && key === 'length') return true;
    const { value, enumerable, writable } = Object.getOwnPropertyDescriptor(object, key)!;
    return typeof key === 'string' && key !== '__proto__' && enumerable && writable && typeof value !== 'function';
  });
}
