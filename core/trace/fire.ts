import type { HookDeclaration } from '../hooks/declare.ts';
import type { TapFailure } from '../hooks/failure.ts';
import type { Tap } from '../hooks/tap.ts';
import { isPromise } from '../maybe-promise.ts';
import { isRestError } from '../rest/error.ts';
import { changesBetween } from './changes.ts';
import { type Snapshot, snapshot } from './snapshot.ts';
import type { Span } from './span.ts';
import { runningSpan } from './tracing.ts';

/** What a trace needs to know of a hook. */
interface TracedHook {
  readonly name: string;
  readonly declaration: HookDeclaration;
  readonly taps: readonly Tap[];
}

/** The parameters as the last tap of a firing left them, by the span of the firing. */
const states = new WeakMap<Span, Snapshot[]>();

/** Fires a hook as a span of its own; taps that did not run, or did not end, are noted as skipped. */
export function fireTraced<T>(parent: Span, hook: TracedHook, fire: () => T): T {
  const span = parent.open('hook', hook.name);
  return span.run(fire, (value) => {
    if (parent.trace.details) span.result = value;
    noteSkipped(span, hook);
  });
}

function noteSkipped(span: Span, { taps }: TracedHook): void {
  for (const { name, plugin } of taps) {
    const ran = tapOf(span, plugin, name);
    if (ran === undefined) span.open('tap', name, plugin).close('skipped', 'it did not run');
    else ran.close('skipped', 'it was no longer waited for');
  }
}

/** Notes in the trace of the request, if there is one, that a tap failed. */
export function noteFailure({ hook, plugin, tap, error }: TapFailure, decides: boolean): void {
  const span = runningSpan();
  if (span === undefined || span.kind !== 'hook' || span.name !== hook) return;
  const ran = tapOf(span, plugin, tap);
  if (ran === undefined) return;
  ran.close();
  ran.outcome = decides ? 'failed' : 'skipped';
  ran.reason = messageOf(error);
}

/** The span of a tap in that of its hook; of two by one name, that of the later one. */
const tapOf = ({ children }: Span, plugin: string, name: string): Span | undefined =>
  children.findLast((child) => child.kind === 'tap' && child.name === name && child.plugin === plugin);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A tap whose runs are recorded, with what they change, when they belong to a trace. */
export function tracedTap(hook: TracedHook, tap: Tap): Tap {
  const { declaration } = hook;
  const isFilter = declaration.kind === 'filter';
  const fn: Tap['fn'] = (...args) => {
    const parent = runningSpan();
    if (parent === undefined) return tap.fn(...args);
    const span = parent.open('tap', tap.name, tap.plugin);
    const before = parent.trace.details ? (states.get(parent) ?? args.map(snapshot)) : undefined;
    const settled = (value: unknown, error?: unknown) => {
      if (before !== undefined) {
        const after = args.map(snapshot);
        if (isFilter && error === undefined && value !== undefined) after[0] = snapshot(value);
        span.changes = changesBetween(declaration.params, before, after);
        states.set(parent, after);
      }
      if (error === undefined) return;
      if (declaration.decides && isRestError(error)) span.close('refused', error.code);
      else span.close(declaration.decides ? 'failed' : 'skipped', messageOf(error));
    };
    return span.run(() => tap.fn(...args), settled);
  };
  return { ...tap, fn };
}

/** Runs work as a span of a plugin's, such as a route's callback; outside of traces runs it alone. */
export function traced<T>(kind: Span['kind'], name: string, plugin: string | undefined, work: () => T): T {
  const parent = runningSpan();
  if (parent === undefined) return work();
  const span = parent.open(kind, name, plugin);
  return span.run(work, (value, error = value) => {
    if (isRestError(error)) span.close('refused', error.code);
  });
}

/**
 * Runs a statement, noting it with its time when it belongs to a trace. Work that answers with undefined is none: it
 * found that the statement has to wait.
 */
export function tracedStatement<T>(sql: string, work: () => T): T {
  const span = runningSpan();
  if (span === undefined) return work();
  const start = span.trace.now();
  const end = () => span.trace.addStatement(sql, start, span);
  let rows: T;
  try {
    rows = work();
  } catch (error) {
    end();
    throw error;
  }
  if (isPromise(rows)) rows.then(end, end);
  else if (rows !== undefined) end();
  return rows;
}
