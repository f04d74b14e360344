import type { Span, Trace } from '../../core/trace/index.ts';

/** The time of what no plugin's code ran in. */
const CORE = 'core';

/**
 * How long the code of each plugin ran so far, in milliseconds, waiting included, without what it called of other
 * plugins and without statements; what belongs to no plugin is under `core`. Work that ran side by side counts each.
 */
export function pluginTimes(trace: Trace): Map<string, number> {
  const times = new Map<string, number>();
  const add = (span: Span, time: number): void => {
    const plugin = span.ofPlugin()?.plugin ?? CORE;
    times.set(plugin, (times.get(plugin) ?? 0) + time);
  };
  const visit = (span: Span): void => {
    add(span, span.duration - covered(span.children));
    for (const child of span.children) visit(child);
  };
  visit(trace.root);
  for (const { span, duration } of trace.statements) add(span, -duration);
  for (const [plugin, time] of times) if (time < 0) times.set(plugin, 0);
  return times;
}

/** How long at least one of some spans ran. */
function covered(spans: readonly Span[]): number {
  let time = 0;
  let until = 0;
  // Spans stand in the order in which they began.
  for (const { start, duration } of spans) {
    const end = start + duration;
    if (end <= until) continue;
    time += end - Math.max(start, until);
    until = end;
  }
  return time;
}
