import type { Part } from './likeness.ts';

/** Hands out what the parts of a list or map stand for. */
export interface Poser {
  /** What a part stands for, made where it is not there yet. */
  of(part: Part): unknown;
  /** What a part stands for, as far as it was made. */
  made(part: Part): unknown;
  /** Puts what was made into its place, so that its own members may lead back to it. */
  place(at: number, made: object): void;
}

/** Makes lists or maps with the same members, and compares them. */
export interface Shape {
  make(at: number, parts: readonly Part[], poser: Poser): object;
  /** Whether a list or map still has just the members that it was made with, in their order. */
  isAsMade(object: object, parts: readonly Part[], poser: Poser): boolean;
}

/** Shapes of more members would be longer than engines like to optimise. */
const MANY = 40;

/** How many shapes are kept: names of members come from contents too. */
const SHAPES = 1000;

const shapes = new Map<string, Shape>();

/** The shape of lists of so many members, or of maps with members of these names. */
export function shapeOf(isList: boolean, names: readonly string[]): Shape {
  if (names.length > MANY) return anyShape(isList, names);
  const key = isList ? String(names.length) : JSON.stringify(names);
  let shape = shapes.get(key);
  if (shape === undefined) {
    if (shapes.size >= SHAPES) return anyShape(isList, names);
    shape = writtenShape(isList, names);
    shapes.set(key, shape);
  }
  return shape;
}

/** A shape as text: members that are spelt out are made and read several times as fast as those found by name. */
function writtenShape(isList: boolean, names: readonly string[]): Shape {
  const members = names.map((name) => `[${JSON.stringify(name)}]`);
  const values = names.map((name, at) => `${isList ? '' : `${JSON.stringify(name)}: `}parts[${at}].value`);
  const make = `function make(at, parts, poser) {
      const object = ${isList ? `[${values}]` : `{ ${values} }`};
      poser.place(at, object);
      ${members.map((member, at) => `if (parts[${at}].kind !== 0) object${member} = poser.of(parts[${at}]);`).join('\n')}
      return object;
    }`;
  const isAsMade = `function isAsMade(object, parts, poser) {
      let count = 0;
      for (const name in object) if (name !== names[count++]) return false;
      if (count !== ${names.length}${isList ? ` || object.length !== ${names.length}` : ''}) return false;
      ${members
        .map(
          (member, at) =>
            `if (object${member} !== (parts[${at}].kind === 0 ? parts[${at}].value : poser.made(parts[${at}]))) return false;`,
        )
        .join('\n')}
      return true;
    }`;
  return new Function('names', `return { make: ${make}, isAsMade: ${isAsMade} };`)(names) as Shape;
}

/** A shape that goes through its members. */
const anyShape = (isList: boolean, names: readonly string[]): Shape => ({
  make(at, parts, poser) {
    const object = (isList ? [] : {}) as Record<string, unknown>;
    poser.place(at, object);
    for (const [member, name] of names.entries()) object[name] = poser.of(parts[member]!);
    return object;
  },
  isAsMade: (object, parts, poser) =>
    hasNames(isList, names, object) &&
    names.every((name, at) => (object as Record<string, unknown>)[name] === poser.made(parts[at]!)),
});

function hasNames(isList: boolean, names: readonly string[], object: object): boolean {
  let at = 0;
  for (const name in object) if (name !== names[at++]) return false;
  return at === names.length && (!isList || (object as unknown[]).length === at);
}
