import { isPlain } from './plain.ts';
import type { Member, Shape, Structure } from './shape.ts';

/** A shape as text: members that are spelt out are made and read several times as fast as those found by name. */
export function writeShape(structure: Structure): Shape {
  const { literal, names, filled, compared } = new ShapeText(structure);
  const text = `
    ${names.join('\n')}
    function make(at, values, poser) {
      const object = ${literal};
      poser.place(at, object);
      ${filled.join('\n')}
      return object;
    }
    function isAsMade(object, values, poser) {
      ${compared.join('\n')}
      return true;
    }
    return { make, isAsMade };`;
  return new Function('isPlain', text)(isPlain) as Shape;
}

/** The code of a shape. */
class ShapeText {
  /** What makes the list or map. */
  readonly literal: string;
  /** Puts members in that may lead back to it. */
  readonly filled: string[] = [];
  /** Leaves with false where it is not what was made. */
  readonly compared: string[] = [];
  /** The names of members of each map. */
  readonly names: string[] = [];
  #objects = 0;
  #values = 0;

  constructor(structure: Structure) {
    this.literal = this.#object(structure, 'object', 'object');
  }

  /** `path` leads to it in what is made, `object` is its name where it is compared. */
  #object({ isList, members }: Structure, path: string, object: string): string {
    // Of a list its items alone are compared: to look for members with names takes as long as all else.
    if (isList) this.#unless(`${object}.length === ${members.length}`);
    else this.#compareNames(members, object);
    const parts = members.map(([name, member]) => {
      const key = JSON.stringify(name);
      const part = this.#member(member, `${path}[${key}]`, `${object}[${key}]`);
      return isList ? part : `${key}: ${part}`;
    });
    return isList ? `[${parts}]` : `{ ${parts} }`;
  }

  #member(member: Member, path: string, own: string): string {
    if (typeof member === 'object') {
      const object = `object${++this.#objects}`;
      this.compared.push(`const ${object} = ${own};`);
      this.#unless(`isPlain(${object}, ${member.isList})`);
      return this.#object(member, path, object);
    }
    const value = `values[${this.#values++}]`;
    if (member === 'thing') this.filled.push(`${path} = poser.thing(${value});`);
    const made = member === 'sitter' ? `poser.sitter(${value})` : member === 'thing' ? `poser.made(${value})` : value;
    this.#unless(`${own} === ${made}`);
    return member === 'thing' ? 'undefined' : made;
  }

  #compareNames(members: Structure['members'], object: string): void {
    if (members.length === 0) {
      this.compared.push(`for (const name in ${object}) return false;`);
      return;
    }
    const [names, count] = [`names${this.#objects}`, `count${this.#objects}`];
    this.names.push(`const ${names} = ${JSON.stringify(members.map(([name]) => name))};`);
    this.compared.push(
      `let ${count} = 0;`,
      `for (const name in ${object}) if (name !== ${names}[${count}++]) return false;`,
    );
    this.#unless(`${count} === ${members.length}`);
  }

  #unless(condition: string): void {
    this.compared.push(`if (!(${condition})) return false;`);
  }
}
