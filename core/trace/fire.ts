import { isPromise } from '../base/maybe-promise.ts';
import { reasonOf } from '../base/reportable.ts';
import {
  type CallingBack,
  callingBack,
  type Hook,
  type Instrument,
  isRefusal,
  promising,
  type Tap,
  type TapableHook,
  type TapFailure,
} from '../hooks/index.ts';
import { changesBetween } from './changes.ts';
import { type Snapshot, snapshot } from './snapshot.ts';
import type { Span } from './span.ts';
import { runningSpan } from './tracing.ts';

/** A traced firing of a hook. */
interface Firing {
  /** The taps that have begun, with their spans. */
  readonly begun: Map<Tap, Span>;
  /** The parameters as the last tap left them, when the trace looks at details. */
  state: Snapshot[] | undefined;
}

/** The traced firings by their spans. */
const firings = new WeakMap<Span, Firing>();

/** The tapable hooks that have the interceptor already. */
const intercepted = new WeakSet<TapableHook>();

/**
 * Records the firings of hooks while a request is traced: each is a span, and so is each tap of it. The first traced
 * firing of a hook adds an interceptor to it; a hook that is never traced has none.
 */
export const traceInstrument: Instrument = {
  isActive: () => runningSpan() !== undefined,
  watchesUntapped: () => runningSpan()?.trace.everyHook === true,
  watchesTaps: () => runningSpan()?.trace.details === true,
  around(hook, _args, fire) {
    const parent = runningSpan()!;
    if (hook.taps.length === 0 && !parent.trace.everyHook) return fire();
    intercept(hook);
    const span = parent.open('hook', hook.name);
    const firing: Firing = { begun: new Map(), state: undefined };
    firings.set(span, firing);
    return span.run(fire, (value) => {
      if (parent.trace.details) span.result = value;
      noteSkipped(span, hook, firing);
    });
  },
};

/** Has tapable run each tap of a hook as a span of its own. */
function intercept({ tapable, taps, declaration }: Hook): void {
  if (intercepted.has(tapable)) return;
  intercepted.add(tapable);
  // tapable has the taps in their order, with their place as the stage.
  tapable.intercept({
    name: 'trace',
    register: (registered) => {
      const tap = taps[registered.stage!]!;
      // A tap that may have to be waited for calls back.
      const fn = registered.type === 'async' ? promising(registered.fn as CallingBack) : (registered.fn as Tap['fn']);
      const traced = tracedFunction(tap, declaration, fn);
      return { ...registered, fn: registered.type === 'async' ? callingBack(traced) : traced };
    },
  });
}

function noteSkipped(span: Span, { taps }: Hook, { begun }: Firing): void {
  for (const tap of taps) {
    const ran = begun.get(tap);
    if (ran === undefined) span.open('tap', tap.name, tap.plugin).close('skipped', 'it did not run');
    else ran.close('skipped', 'it was no longer waited for');
  }
}

/** Notes in the trace of the request, if there is one, that a tap failed. */
export function noteFailure({ plugin, tap, error }: TapFailure, decides: boolean): void {
  const span = runningSpan();
  if (span?.kind !== 'tap' || span.name !== tap || span.plugin !== plugin) return;
  span.close();
  span.outcome = decides ? 'failed' : 'skipped';
  span.reason = reasonOf(error);
}

/** The function of a tap whose runs are recorded, with what they change, when they belong to a trace. */
function tracedFunction(tap: Tap, { params, kind, decides }: Hook['declaration'], fn: Tap['fn']): Tap['fn'] {
  return (...args) => {
    const parent = runningSpan();
    const firing = parent && firings.get(parent);
    if (parent === undefined || firing === undefined) return fn(...args);
    const span = parent.open('tap', tap.name, tap.plugin);
    firing.begun.set(tap, span);
    const before = parent.trace.details ? (firing.state ?? args.map(snapshot)) : undefined;
    const settled = (value: unknown, error?: unknown) => {
      if (before !== undefined) {
        const after = args.map(snapshot);
        if (kind === 'filter' && error === undefined && value !== undefined) after[0] = snapshot(value);
        span.changes = changesBetween(params, before, after);
        firing.state = after;
      }
      if (error !== undefined && decides && isRefusal(error)) span.close('refused', codeOf(error));
    };
    return span.run(() => fn(...args), settled);
  };
}

const codeOf = (refusal: unknown): string => String((refusal as { code?: unknown }).code ?? reasonOf(refusal));

/** Runs work as a span of a plugin's, such as a route's callback; outside of traces runs it alone. */
export function traced<T>(kind: Span['kind'], name: string, plugin: string | undefined, work: () => T): T {
  const parent = runningSpan();
  if (parent === undefined) return work();
  const span = parent.open(kind, name, plugin);
  return span.run(work, (value, error = value) => {
    if (isRefusal(error)) span.close('refused', codeOf(error));
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
