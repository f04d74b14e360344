import { AsyncSeriesHook, AsyncSeriesWaterfallHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { MaybePromise } from '../maybe-promise.ts';
import { fireTraced, noteFailure, tracedTap } from '../trace/fire.ts';
import type { Span } from '../trace/span.ts';
import { runningSpan } from '../trace/tracing.ts';
import type { HookDeclaration } from './declare.ts';
import type { FailureListener } from './failure.ts';
import { TapGuard } from './guard.ts';
import { type ExplainedOrder, explainOrder, orderTaps } from './order.ts';
import { type HookOverrides, makeTap, overrideTaps, type Tap, type TapOptions, type TapOwner } from './tap.ts';

// biome-ignore lint/suspicious/noExplicitAny: the hook of any parameters.
type AnyHook = any;

/**
 * One hook of a generation: collects taps while the generation is built, then is sealed into a fresh
 * tapable hook with the taps in their solved order. A sealed hook takes no more taps.
 */
export class Hook {
  readonly name: string;
  readonly declaration: HookDeclaration;
  /** The compiled tapable hook, once sealed and if anything taps it. */
  tapable: AnyHook;
  /** The same with taps that are recorded, compiled when a trace first meets the hook. */
  #traced: AnyHook;
  /** The taps in their solved order once sealed, until then as collected. */
  taps: Tap[] = [];
  /** The taps that configuration took away. */
  dropped: readonly Tap[] = [];
  /** The keys of overrides in the configuration that fit no tap. */
  idleOverrides: readonly string[] = [];
  #sealed = false;
  readonly #guard: TapGuard;
  /** The parameters as the compiled hook names them; tapable wants one at least. */
  readonly #names: readonly string[];

  constructor(name: string, declaration: HookDeclaration, onFailure: FailureListener, timeout?: number) {
    this.name = name;
    this.declaration = declaration;
    const { params } = declaration;
    this.#names = params.length === 0 ? ['nothing'] : params.map((param) => param.replace(/\W/g, '_'));
    const failed: FailureListener = (failure) => {
      noteFailure(failure, declaration.decides);
      onFailure(failure);
    };
    this.#guard = new TapGuard(name, declaration, failed, timeout);
  }

  /** Whether anything taps this hook. */
  isUsed(): boolean {
    return this.taps.length > 0 || runningSpan()?.trace.everyHook === true;
  }

  /** Collects a tap of a plugin; throws once the hook is sealed. */
  add(owner: TapOwner, options: string | TapOptions, type: Tap['type'], fn: Tap['fn']): void {
    if (this.#sealed) {
      throw new Error(
        `plugin "${owner.plugin}" taps hook "${this.name}" too late; tap in setup(), a running generation does not change`,
      );
    }
    if (type === 'promise' && this.declaration.timing === 'sync') {
      throw new Error(
        `plugin "${owner.plugin}" taps hook "${this.name}" with a promise, but the hook is synchronous: use tap()`,
      );
    }
    this.taps.push(makeTap(owner, options, type, fn, this.taps.length));
  }

  /** Solves the order and compiles; throws a `HookOrderError` when the order cannot be solved. */
  seal(overrides?: HookOverrides): void {
    const { kept, dropped, idle } = overrideTaps(this.taps, overrides);
    this.dropped = dropped;
    this.idleOverrides = idle;
    this.taps = orderTaps(this.name, kept);
    this.#sealed = true;
    this.tapable = this.taps.length === 0 ? undefined : this.#compile(this.taps);
  }

  /** Why the taps stand in this order. */
  explain(): ExplainedOrder {
    return explainOrder(this.name, this.taps);
  }

  /** Fires a synchronous hook. A filter answers with its value, an action with nothing. */
  call(...args: unknown[]): unknown {
    const span = runningSpan();
    if (span !== undefined)
      return this.#trace(span, (tapable) => (tapable === undefined ? args[0] : tapable.call(...args)));
    return this.tapable === undefined ? args[0] : this.tapable.call(...args);
  }

  /**
   * Whether what the hook answers depends on the text that it is fired with alone: every tap says so of itself. Where
   * details are traced it never does, so that the taps are heard.
   */
  isPure(): boolean {
    return this.taps.every((tap) => tap.pure) && runningSpan()?.trace.details !== true;
  }

  /**
   * Fires an asynchronous hook. A filter answers with its value, an action with nothing: at once when no tap had to
   * be waited for, which spares a busy hook its promises.
   */
  run(...args: unknown[]): MaybePromise<unknown> {
    const span = runningSpan();
    if (span !== undefined) return this.#trace(span, (tapable) => this.#run(tapable, args));
    return this.#run(this.tapable, args);
  }

  #run(tapable: AnyHook, args: unknown[]): MaybePromise<unknown> {
    if (tapable === undefined) return this.declaration.kind === 'filter' ? args[0] : undefined;
    let outcome: { error: unknown; value?: unknown } | undefined;
    let settle: (() => void) | undefined;
    const given = this.#declared(args);
    given.push((error: unknown, value: unknown) => {
      outcome = { error, value };
      settle?.();
    });
    tapable.callAsync(...given);
    if (outcome !== undefined) return answerOf(outcome);
    return new Promise((resolve, reject) => {
      settle = () => (outcome?.error ? reject(outcome.error) : resolve(outcome?.value));
    });
  }

  /** Fires an asynchronous hook; answers as `run` does, and always with a promise. */
  async promise(...args: unknown[]): Promise<unknown> {
    return this.run(...args);
  }

  /** As many arguments as the hook declares, so that the callback stands behind them. */
  #declared(args: unknown[]): unknown[] {
    const given = args.slice(0, this.#names.length);
    while (given.length < this.#names.length) given.push(undefined);
    return given;
  }

  /** Fires the hook with recorded taps. */
  #trace<T>(span: Span, fire: (tapable: AnyHook) => T): T {
    if (this.tapable === undefined && !span.trace.everyHook) return fire(undefined);
    this.#traced ??= this.tapable && this.#compile(this.taps.map((tap) => tracedTap(this, tap)));
    return fireTraced(span, this, () => fire(this.#traced));
  }

  #compile(taps: readonly Tap[]): AnyHook {
    const { kind, timing } = this.declaration;
    const names = this.#names as [string];
    const hook: AnyHook =
      timing === 'sync'
        ? kind === 'filter'
          ? new SyncWaterfallHook(names, this.name)
          : new SyncHook(names, this.name)
        : kind === 'filter'
          ? new AsyncSeriesWaterfallHook(names, this.name)
          : new AsyncSeriesHook(names, this.name);
    for (const [position, tap] of taps.entries()) {
      const options = { name: tap.plugin, stage: position };
      if (timing === 'async') hook.tapAsync(options, this.#guard.async(tap));
      else hook.tap(options, this.#guard.sync(tap));
    }
    return hook;
  }
}

function answerOf({ error, value }: { error: unknown; value?: unknown }): unknown {
  if (error) throw error;
  return value;
}
