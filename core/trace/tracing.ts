import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** How many traces are being recorded in this process. While it is 0, nothing asks for asynchronous context. */
let active = 0;

const spans = new AsyncLocalStorage<Span>();

/**
 * The span that the running code belongs to; undefined where nothing is traced, which costs one comparison as long as
 * no trace is being recorded anywhere.
 */
export function runningSpan(): Span | undefined {
  if (active === 0) return undefined;
  const span = spans.getStore();
  return span?.trace.isRunning ? span : undefined;
}

/** Runs work that belongs to a span, and whatever that work begins. */
export const runIn = <T>(span: Span, work: () => T): T => spans.run(span, work);

/** Says that one more trace is being recorded. */
export function beginTracing(): void {
  active++;
}

/** Says that a trace is no longer recorded. With the last one asynchronous context is no longer followed. */
export function endTracing(): void {
  // While it is followed, every promise of the process costs more.
  if (--active === 0) spans.disable();
}
