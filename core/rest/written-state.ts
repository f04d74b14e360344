import { isJsonAlone } from '../json-alone.ts';
import type { Link } from './response.ts';

/** The data and links of an answer in writing. */
export interface WrittenState {
  /** The JSON of the data; undefined where there is none yet. */
  readonly data: string | undefined;
  readonly links: readonly (readonly [relation: string, links: readonly Link[]])[];
  /** How much room it takes, in characters. */
  readonly size: number;
}

/** Characters that a link takes, more or less. */
const LINK = 150;

/** Writes data and links down; undefined where they would not come out of that as they are. */
export function writtenState(data: unknown, links: ReadonlyMap<string, readonly Link[]>): WrittenState | undefined {
  const told: [string, Link[]][] = [];
  for (const [relation, list] of links) {
    if (!list.every(isFlat)) return undefined;
    told.push([relation, list.map(({ href, attributes }) => ({ href, attributes: { ...attributes } }))]);
  }
  if (data === null) return { data: undefined, links: told, size: told.length * LINK };
  if (!isJsonAlone(data)) return undefined;
  const json = JSON.stringify(data);
  return { data: json, links: told, size: json.length + told.length * LINK };
}

/** Whether a link is an address with attributes that are scalars, and nothing else. */
function isFlat(link: Link): boolean {
  const { href, attributes, ...more } = link;
  return (
    typeof href === 'string' &&
    Object.keys(more).length === 0 &&
    Object.getPrototypeOf(attributes) === Object.prototype &&
    Object.values(attributes).every(
      (value) => value === null || (typeof value !== 'object' && typeof value !== 'function'),
    )
  );
}

/** Whether two answers are alike in data and links. */
export const isSameState = (one: WrittenState, other: WrittenState): boolean =>
  one === other || (one.data === other.data && JSON.stringify(one.links) === JSON.stringify(other.links));
