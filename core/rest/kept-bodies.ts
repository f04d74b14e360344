import { type JsonMember, jsonMembers, jsonOfMembers } from './written-member.ts';

/** How long a member has to be that the whole body is kept, in characters. */
const LONG = 16_384;

/** How many bodies are kept: an index in two contexts, with and without TLS. */
const MOST = 4;

interface Body {
  readonly members: readonly JsonMember[];
  readonly text: string;
  bytes?: Buffer;
}

/**
 * The last bodies of which a long member was written already, as the index with its routes. All other members are
 * written anew for each answer; where they are what they were, the body is the same text, and is not encoded again.
 */
export class KeptBodies {
  #bodies: readonly Body[] = [];

  /** The JSON of an object with a long member that is written already, and links; undefined for anything else. */
  textOf(value: unknown, links?: Readonly<Record<string, unknown>>): string | undefined {
    const members = jsonMembers(value, links === undefined ? undefined : { _links: links });
    if (members?.some(({ json }) => json !== undefined && json.length >= LONG) !== true) return undefined;
    let body = this.#bodies.find((one) => areSame(one.members, members));
    if (body === undefined) {
      body = { members, text: jsonOfMembers(members) };
      this.#bodies = [body, ...this.#bodies.slice(0, MOST - 1)];
    }
    return body.text;
  }

  /** The bytes of a text that is kept; undefined for any other. They are shared, and to be sent alone. */
  bytesOf(text: string): Buffer | undefined {
    const body = this.#bodies.find((one) => one.text.length === text.length && one.text === text);
    if (body !== undefined) body.bytes ??= Buffer.from(text);
    return body?.bytes;
  }
}

const areSame = (some: readonly JsonMember[], others: readonly JsonMember[]): boolean =>
  some.length === others.length && some.every((member, at) => isSame(member, others[at]!));

const isSame = (one: JsonMember, other: JsonMember): boolean =>
  one.name === other.name && one.json === other.json && one.scalar === other.scalar;
