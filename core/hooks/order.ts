import { type Tap, tapKeys } from './tap.ts';

/** One tap must run before another, because one of the two says so. */
export interface Constraint {
  readonly earlier: Tap;
  readonly later: Tap;
  /** The tap that says so: `earlier` if the word is `before`, `later` if it is `after`. */
  readonly source: Tap;
  readonly word: 'before' | 'after';
  /** The name that it gives: a plugin or `plugin:tap`. */
  readonly named: string;
}

/** A `before` or `after` that names nothing which taps this hook, and so changes nothing. */
export type UnmatchedConstraint = Omit<Constraint, 'earlier' | 'later'>;

/** Thrown when the constraints of a hook's taps cannot all be met; names the plugins in the circle. */
export class HookOrderError extends Error {
  /** The plugins in the circle. */
  readonly plugins: readonly string[];

  constructor(hook: string, taps: readonly Tap[]) {
    const circle = taps.map((tap) => `"${tapKeys(tap)[0]}"`);
    super(
      `hook "${hook}": the order of ${circle.join(' -> ')} is a circle; ` +
        'change `before` or `after` of one of them, or move one with an override in the configuration',
    );
    this.name = 'HookOrderError';
    this.plugins = [...new Set(taps.map((tap) => tap.plugin))];
  }
}

const byStage = (a: Tap, b: Tap) => a.stage - b.stage || a.index - b.index;

/**
 * Solves the order of a hook's taps: first the constraints of `before` and `after`, then `stage`, then the order of
 * collection. A name of a plugin without a tap on this hook constrains nothing.
 */
export function orderTaps(hook: string, taps: readonly Tap[]): Tap[] {
  const sorted = [...taps].sort(byStage);
  if (sorted.every((tap) => tap.before.length === 0 && tap.after.length === 0)) return sorted;
  const predecessors = new Map<Tap, Set<Tap>>(sorted.map((tap) => [tap, new Set()]));
  for (const { earlier, later } of constraintsOf(sorted).constraints) predecessors.get(later)?.add(earlier);
  const ordered: Tap[] = [];
  const waiting = new Set(sorted);
  while (waiting.size > 0) {
    const next = [...waiting].find((tap) => ![...(predecessors.get(tap) ?? [])].some((other) => waiting.has(other)));
    if (next === undefined) throw new HookOrderError(hook, circleAmong(waiting, predecessors));
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** The constraints of taps on one another, and those that match no tap. */
export function constraintsOf(taps: readonly Tap[]): { constraints: Constraint[]; unmatched: UnmatchedConstraint[] } {
  const constraints: Constraint[] = [];
  const unmatched: UnmatchedConstraint[] = [];
  const add = (source: Tap, word: Constraint['word'], named: string) => {
    const others = taps.filter((tap) => tap !== source && tapKeys(tap).includes(named));
    if (others.length === 0) unmatched.push({ source, word, named });
    for (const other of others) {
      const [earlier, later] = word === 'before' ? [source, other] : [other, source];
      constraints.push({ earlier, later, source, word, named });
    }
  };
  for (const tap of taps) {
    for (const name of tap.before) add(tap, 'before', name);
    for (const name of tap.after) add(tap, 'after', name);
  }
  return { constraints, unmatched };
}

/** Walks from any waiting tap to what it waits for until a plugin comes round again. */
function circleAmong(waiting: Set<Tap>, predecessors: Map<Tap, Set<Tap>>): Tap[] {
  const path: Tap[] = [];
  let tap = [...waiting][0]!;
  while (!path.includes(tap)) {
    path.push(tap);
    tap = [...predecessors.get(tap)!].find((other) => waiting.has(other))!;
  }
  return [...path.slice(path.indexOf(tap)), tap].reverse();
}
