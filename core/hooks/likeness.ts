import { type Poser, type Shape, shapeOf } from './shape.ts';

/** The objects that are others each time something is made, in an order of their own: the item, the request. */
export type Sitters = readonly object[];

/** What a remembered value is: itself, a sitter, a list or map, or the response. */
export const PartKind = { value: 0, sitter: 1, thing: 2, response: 3 } as const;

/** A value as it is remembered. All have the same members, which engines like best. */
export interface Part {
  readonly kind: (typeof PartKind)[keyof typeof PartKind];
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
  readonly shape: Shape;
  readonly parts: readonly Part[];
  /** How many members it has; some of its parts are not known while it is being looked at. */
  readonly count: number;
}

/**
 * Remembers values so that they can be handed out again later: scalars and what is frozen as they are, sitters by who
 * sits there then, plain lists and maps as copies, the same one wherever it was the same one. It is true as long as
 * nothing else was among them, and nobody changed a list or map while they were collected.
 */
export class Likeness {
  readonly #shared: ReadonlySet<object>;
  readonly #things: Thing[] = [];
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
    if (known === undefined) return { kind: THING, value: undefined, at: this.#remember(value) };
    const thing = this.#things[known]!;
    // One that leads back to itself is still being looked at.
    const isWhole = thing.parts.length === thing.count;
    if (isWhole && !this.#found().isAsMade(known)) this.#isTrue = false;
    return { kind: THING, value: undefined, at: known };
  }

  /** Lets go of what was remembered; whether it is true is known from now on. */
  finish(): void {
    if (!this.#found().isTrue()) this.#isTrue = false;
    this.#objects = [];
    this.#places = new Map();
    this.#sitters = [];
  }

  /** Hands out what is remembered, with other sitters. */
  pose(sitters: Sitters): Posing {
    return new Posing(this.#things, sitters);
  }

  /** What is remembered, as it was found. */
  #found(): Posing {
    return new Posing(this.#things, this.#sitters, this.#objects);
  }

  #remember(object: object): number {
    const at = this.#objects.push(object) - 1;
    this.#places.set(object, at);
    const isList = Array.isArray(object);
    const prototype: unknown = Object.getPrototypeOf(object);
    const isPlain = prototype === (isList ? Array.prototype : Object.prototype);
    if (!isPlain || !Object.isExtensible(object) || !isOfValues(object, isList)) this.#isTrue = false;
    const names = this.#isTrue ? Object.keys(object) : [];
    const parts: Part[] = [];
    // It has its place before its members are looked at, which may lead back to it.
    this.#things[at] = { shape: shapeOf(isList, names), parts, count: names.length };
    for (const name of names) parts.push(this.partOf((object as Record<string, unknown>)[name]));
    this.#size += THING_ROOM + names.length * MEMBER_ROOM;
    return at;
  }
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

/** Remembered values as they are handed out at one time. */
export class Posing implements Poser {
  readonly #things: readonly Thing[];
  readonly #sitters: Sitters;
  readonly #made: (object | undefined)[];

  /** `made` is what is handed out already, by its place. */
  constructor(things: readonly Thing[], sitters: Sitters, made: (object | undefined)[] = []) {
    this.#things = things;
    this.#sitters = sitters;
    this.#made = made;
  }

  /** The value of a part that is no response; a list or map is the same one each time, and whoever gets it may change it. */
  of(part: Part): unknown {
    if (part.kind !== THING) return this.made(part);
    const made = this.#made[part.at];
    if (made !== undefined) return made;
    const { shape, parts } = this.#things[part.at]!;
    return shape.make(part.at, parts, this);
  }

  made({ kind, value, at }: Part): unknown {
    return kind === VALUE ? value : kind === SITTER ? this.#sitters[at] : this.#made[at];
  }

  place(at: number, made: object): void {
    this.#made[at] = made;
  }

  /** Whether nobody changed what was handed out. */
  isTrue(): boolean {
    for (let at = 0; at < this.#made.length; at++) if (!this.isAsMade(at)) return false;
    return true;
  }

  /** Whether nobody changed the list or map in a place; true of one that was not handed out. */
  isAsMade(at: number): boolean {
    const made = this.#made[at];
    if (made === undefined) return true;
    const { shape, parts } = this.#things[at]!;
    return shape.isAsMade(made, parts, this);
  }
}
