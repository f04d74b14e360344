import { type Tap, tapKeys } from './tap.ts';

/** A wish that counts: one tap must run before another, because one of the two says so. */
export interface Demand {
  readonly earlier: Tap;
  readonly later: Tap;
  /** Whose wish it is: that of `earlier` if the word is `before`, that of `later` if it is `after`. */
  readonly wisher: Tap;
  readonly word: 'before' | 'after';
  /** The name that the wish has in it: a plugin or `plugin:tap`. */
  readonly named: string;
}

/** A wish that names nothing which taps this hook, and so demands nothing. */
export type IdleWish = Omit<Demand, 'earlier' | 'later'>;

/** Why a tap runs right after the one before it: a demand, a lower stage, or that it was collected later. */
export interface Step {
  readonly earlier: Tap;
  readonly later: Tap;
  readonly reason: Demand | 'stage' | 'collected';
}

/** The order of a hook's taps with its reasons. */
export interface ExplainedOrder {
  readonly taps: readonly Tap[];
  /** Every demand, between neighbours or not. */
  readonly demands: readonly Demand[];
  readonly idle: readonly IdleWish[];
  /** One for each pair of neighbours. */
  readonly steps: readonly Step[];
}

/** Thrown when the wishes of a hook's taps cannot all be met; names the plugins in the circle. */
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

const byWish = (a: Tap, b: Tap) => a.stage - b.stage || a.index - b.index;

/**
 * Solves the order of a hook's taps: first what `before` and `after` demand, then `stage`, then the order
 * of collection. A wish that names a plugin without a tap on this hook is no demand.
 */
export function orderTaps(hook: string, taps: readonly Tap[]): Tap[] {
  const sorted = [...taps].sort(byWish);
  if (sorted.every((tap) => tap.before.length === 0 && tap.after.length === 0)) return sorted;
  return solve(hook, sorted, wishesOf(sorted).demands);
}

/** Solves as `orderTaps` does, and says why each tap stands where it stands. */
export function explainOrder(hook: string, taps: readonly Tap[]): ExplainedOrder {
  const sorted = [...taps].sort(byWish);
  const { demands, idle } = wishesOf(sorted);
  const ordered = solve(hook, sorted, demands);
  const steps = ordered.slice(1).map((later, position): Step => {
    const earlier = ordered[position]!;
    const demand = demands.find((one) => one.earlier === earlier && one.later === later);
    // Without a demand, the later one was free when the earlier one was chosen, and so was the lesser by wish.
    return { earlier, later, reason: demand ?? (earlier.stage === later.stage ? 'collected' : 'stage') };
  });
  return { taps: ordered, demands, idle, steps };
}

/** What the wishes of taps demand, and which demand nothing. */
function wishesOf(taps: readonly Tap[]): { demands: Demand[]; idle: IdleWish[] } {
  const demands: Demand[] = [];
  const idle: IdleWish[] = [];
  const hear = (wisher: Tap, word: Demand['word'], named: string) => {
    const others = taps.filter((tap) => tap !== wisher && tapKeys(tap).includes(named));
    if (others.length === 0) idle.push({ wisher, word, named });
    for (const other of others) {
      const [earlier, later] = word === 'before' ? [wisher, other] : [other, wisher];
      demands.push({ earlier, later, wisher, word, named });
    }
  };
  for (const tap of taps) {
    for (const name of tap.before) hear(tap, 'before', name);
    for (const name of tap.after) hear(tap, 'after', name);
  }
  return { demands, idle };
}

/** The taps in the least order by wish that meets all demands. */
function solve(hook: string, sorted: readonly Tap[], demands: readonly Demand[]): Tap[] {
  const predecessors = new Map<Tap, Set<Tap>>(sorted.map((tap) => [tap, new Set()]));
  for (const { earlier, later } of demands) predecessors.get(later)?.add(earlier);
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
