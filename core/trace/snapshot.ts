/** How deep a snapshot looks, and the most values it holds; what is beyond is compared by identity. */
const DEPTH = 10;
const MOST_VALUES = 20_000;

/** The method by which an object of a class gives the members that a trace compares. */
export const TRACE_VIEW = Symbol.for('tappet.traceView');

/** A value that is not looked into. */
export class Opaque {
  readonly of: unknown;
  constructor(of: unknown) {
    this.of = of;
  }
}

/** A copy of a value as it was: scalars as they are, lists and maps copied, anything else by identity. */
export type Snapshot =
  | unknown[]
  | { [name: string]: unknown }
  | Opaque
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined;

/** Copies values, so that a later change of them shows. */
export function snapshot(value: unknown): Snapshot {
  try {
    return copy(value, DEPTH, { left: MOST_VALUES });
  } catch {
    // A member that throws when it is read is its owner's affair: looking must not break what is looked at.
    return new Opaque(value);
  }
}

function copy(value: unknown, depth: number, room: { left: number }): Snapshot {
  if (typeof value === 'function') return new Opaque(value);
  if (typeof value !== 'object' || value === null) return value as Snapshot;
  if (depth === 0 || room.left <= 0) return new Opaque(value);
  const seen = viewOf(value);
  if (seen === undefined) return new Opaque(value);
  if (Array.isArray(seen)) {
    room.left -= seen.length;
    return seen.map((member) => copy(member, depth - 1, room));
  }
  const copied: Record<string, Snapshot> = Object.create(null);
  for (const [name, member] of Object.entries(seen)) {
    room.left--;
    copied[name] = copy(member, depth - 1, room);
  }
  return copied;
}

/** The members of an object that are compared: its own, or those that its class gives; undefined for neither. */
function viewOf(value: object): unknown[] | object | undefined {
  if (Array.isArray(value)) return value;
  const view = (value as { [TRACE_VIEW]?: () => object })[TRACE_VIEW];
  if (typeof view === 'function') return view.call(value);
  if (value instanceof Map) return Object.fromEntries([...value].filter(([key]) => typeof key === 'string'));
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? value : undefined;
}
