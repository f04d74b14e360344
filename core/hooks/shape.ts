import { hasNames, isPlain } from './plain.ts';
import { writeShape } from './shape-text.ts';

/** What stands in the place of a member: a value, the number of a sitter, that of another list or map, or one built in. */
export type Member = 'value' | 'sitter' | 'thing' | Structure;

/** How a list or map is built: the names of its members in their order, and what they are. */
export interface Structure {
  readonly isList: boolean;
  readonly members: readonly (readonly [name: string, member: Member])[];
}

/** Tells what the members of a list or map stand for. */
export interface Poser {
  /** Who sits there at present. */
  sitter(at: number): object;
  /** Another list or map, made where it is not there yet. */
  thing(at: number): object;
  /** Another list or map, as far as it was made. */
  made(at: number): object | undefined;
  /** Puts what was made into its place, so that its own members may lead back to it. */
  place(at: number, made: object): void;
}

/** Makes lists or maps of the same structure, and compares them. `values` are the leaves of the structure in their order. */
export interface Shape {
  make(at: number, values: readonly unknown[], poser: Poser): object;
  /** Whether a list or map still has just the members that it was made with, in their order. */
  isAsMade(object: object, values: readonly unknown[], poser: Poser): boolean;
}

/** How many members a shape may have, those of the members built in counted: engines do not optimise longer code. */
export const MANY = 40;

/** How many shapes are written as text: names of members come from contents too. */
const SHAPES = 1000;

const shapes = new Map<string, Shape>();

/** The shape of lists or maps of a structure with so many members in all. */
export function shapeOf(structure: Structure, count: number): Shape {
  if (count > MANY) return readShape(structure);
  const key = JSON.stringify(structure);
  let shape = shapes.get(key);
  if (shape === undefined) {
    if (shapes.size >= SHAPES) return readShape(structure);
    shape = writeShape(structure);
    shapes.set(key, shape);
  }
  return shape;
}

/** A shape that reads its structure each time. */
const readShape = (structure: Structure): Shape => ({
  make(at, values, poser) {
    let next = 0;
    const fill = (object: Record<string, unknown>, { members }: Structure): object => {
      for (const [name, member] of members) {
        if (typeof member === 'object') object[name] = fill(emptyOf(member), member);
        else object[name] = standsFor(member, values[next++], poser, true);
      }
      return object;
    };
    const object = emptyOf(structure);
    poser.place(at, object);
    return fill(object, structure);
  },
  isAsMade(object, values, poser) {
    let next = 0;
    const isSame = (value: unknown, { isList, members }: Structure): boolean =>
      isPlain(value, isList) &&
      hasNames(
        value,
        isList,
        members.map(([name]) => name),
      ) &&
      members.every(([name, member]) => {
        const own = (value as Record<string, unknown>)[name];
        return typeof member === 'object'
          ? isSame(own, member)
          : own === standsFor(member, values[next++], poser, false);
      });
    return isSame(object, structure);
  },
});

const emptyOf = ({ isList }: Structure) => (isList ? [] : {}) as Record<string, unknown>;

function standsFor(member: Exclude<Member, Structure>, value: unknown, poser: Poser, mayMake: boolean): unknown {
  if (member === 'value') return value;
  const at = value as number;
  if (member === 'sitter') return poser.sitter(at);
  return mayMake ? poser.thing(at) : poser.made(at);
}
