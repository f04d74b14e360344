import { Opaque, type Snapshot } from './snapshot.ts';

/** Something that a tap changed. */
export interface Change {
  /** Where, beginning with the name of the parameter: `response.data[].title.rendered`; `[]` is any item of a list. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** How the value began before and after, as JSON; undefined where there was none. Of several, the first. */
  readonly before?: string;
  readonly after?: string;
  /** At how many places: more than one where items of a list were changed alike. */
  readonly count: number;
}

/** The most different paths of one tap; further ones are listed as one change of the path `…`. */
const MOST_PATHS = 200;

/** The longest preview, in characters. */
const PREVIEW = 60;

/** Values of these names are not shown. */
const SECRET = /pass(?:word|wd)?$|secret|token|nonce|cookie|authorization|activation_key/i;

/** What differs between two snapshots of the parameters of a hook, by path. */
export function changesBetween(
  names: readonly string[],
  before: readonly Snapshot[],
  after: readonly Snapshot[],
): Change[] {
  const found = new Map<string, { -readonly [K in keyof Change]: Change[K] }>();
  const note = (path: string, kind: Change['kind'], old: Snapshot, now: Snapshot): void => {
    const key = found.has(path) || found.size < MOST_PATHS ? path : '…';
    const known = found.get(key);
    if (known !== undefined) {
      known.count++;
      if (known.kind !== kind) known.kind = 'changed';
      return;
    }
    const hidden = SECRET.test(path) ? '"•••"' : undefined;
    found.set(key, {
      path: key,
      kind,
      ...(kind === 'added' ? {} : { before: hidden ?? preview(old) }),
      ...(kind === 'removed' ? {} : { after: hidden ?? preview(now) }),
      count: 1,
    });
  };
  for (const [at, name] of names.entries()) compare(name, before[at], after[at], note);
  return [...found.values()];
}

type Note = (path: string, kind: Change['kind'], before: Snapshot, after: Snapshot) => void;

const isMap = (value: Snapshot): value is { [name: string]: Snapshot } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Opaque);

function compare(path: string, before: Snapshot, after: Snapshot, note: Note): void {
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = 0; at < Math.max(before.length, after.length); at++) {
      if (at >= before.length) note(`${path}[]`, 'added', undefined, after[at] as Snapshot);
      else if (at >= after.length) note(`${path}[]`, 'removed', before[at] as Snapshot, undefined);
      else compare(`${path}[]`, before[at] as Snapshot, after[at] as Snapshot, note);
    }
    return;
  }
  if (isMap(before) && isMap(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const member = `${path}.${name}`;
      if (!Object.hasOwn(before, name)) note(member, 'added', undefined, after[name]);
      else if (!Object.hasOwn(after, name)) note(member, 'removed', before[name], undefined);
      else compare(member, before[name], after[name], note);
    }
    return;
  }
  if (!isSame(before, after)) note(path, 'changed', before, after);
}

const isSame = (before: Snapshot, after: Snapshot): boolean =>
  before instanceof Opaque && after instanceof Opaque ? before.of === after.of : Object.is(before, after);

/** The beginning of a value as JSON, without what is secret. */
function preview(value: Snapshot): string {
  const hide = (name: string, member: unknown) => {
    if (member instanceof Opaque) return nameOf(member.of);
    if (SECRET.test(name) && member !== null && member !== '') return '•••';
    return typeof member === 'bigint' || typeof member === 'symbol' ? String(member) : member;
  };
  const text = JSON.stringify(value, hide) ?? String(value);
  return text.length <= PREVIEW ? text : `${text.slice(0, PREVIEW - 1)}…`;
}

const nameOf = (value: unknown): string =>
  typeof value === 'function' ? `function ${value.name}` : ((value as object).constructor?.name ?? 'Object');
