import { type Tap, tapKeys } from './tap.ts';

/** Thrown when the wishes of a hook's taps cannot all be met; names the plugins in the circle. */
export class HookOrderError extends Error {
  constructor(hook: string, circle: readonly string[]) {
    super(
      `hook "${hook}": the order of ${circle.join(' -> ')} is a circle; ` +
        'change `before` or `after` of one of them, or move one with an override in the configuration',
    );
    this.name = 'HookOrderError';
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

  const named = (name: string, self: Tap) => sorted.filter((tap) => tap !== self && tapKeys(tap).includes(name));
  const predecessors = new Map<Tap, Set<Tap>>(sorted.map((tap) => [tap, new Set()]));
  for (const tap of sorted) {
    for (const name of tap.before) for (const later of named(name, tap)) predecessors.get(later)?.add(tap);
    for (const name of tap.after) for (const earlier of named(name, tap)) predecessors.get(tap)?.add(earlier);
  }

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
function circleAmong(waiting: Set<Tap>, predecessors: Map<Tap, Set<Tap>>): string[] {
  const path: Tap[] = [];
  let tap = [...waiting][0]!;
  while (!path.includes(tap)) {
    path.push(tap);
    tap = [...predecessors.get(tap)!].find((other) => waiting.has(other))!;
  }
  return [...path.slice(path.indexOf(tap)), tap].reverse().map((member) => `"${tapKeys(member)[0]}"`);
}
