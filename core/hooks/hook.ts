import { AsyncSeriesHook, AsyncSeriesWaterfallHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { MaybePromise } from '../maybe-promise.ts';
import { Reading } from '../reading.ts';
import type { RestRequest } from '../rest/request.ts';
import { fireTraced, noteFailure, tracedTap } from '../trace/fire.ts';
import type { Span } from '../trace/span.ts';
import { runningSpan } from '../trace/tracing.ts';
import type { HookDeclaration } from './declare.ts';
import type { FailureListener } from './failure.ts';
import { foreignTap, type IsCacheable } from './foreign.ts';
import { TapGuard } from './guard.ts';
import { listener, runHeard } from './listener.ts';
import { type ExplainedOrder, explainOrder, orderTaps } from './order.ts';
import type { Stretch } from './passage.ts';
import { Series } from './series.ts';
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
  /** Runs the taps; there where the tapable hook is. */
  #series: Series | undefined;
  /** The same with taps that are recorded, compiled when a trace first meets the hook. */
  #traced: Series | undefined;
  /** The taps by whether they are pure, cut when somebody first hears them. */
  #stretches: readonly Stretch[] | undefined;
  /** The taps in their solved order once sealed, until then as collected. */
  taps: Tap[] = [];
  /** The taps that configuration took away. */
  dropped: readonly Tap[] = [];
  /** The keys of overrides in the configuration that fit no tap. */
  idleOverrides: readonly string[] = [];
  #sealed = false;
  #isPure = true;
  /** The plugin of a tap that has to be heard each time, if there is one. */
  #foreign: string | undefined;
  readonly #guard: TapGuard;

  constructor(name: string, declaration: HookDeclaration, onFailure: FailureListener, timeout?: number) {
    this.name = name;
    this.declaration = declaration;
    const failed: FailureListener = (failure) => {
      noteFailure(failure, declaration.decides);
      Reading.spoilAll(`a tap of hook "${name}" failed`);
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

  /**
   * Solves the order and compiles; throws a `HookOrderError` when the order cannot be solved. Taps of plugins of which
   * `isCacheable` does not hold have to be heard for each answer.
   */
  seal(overrides?: HookOverrides, isCacheable: IsCacheable = () => true): void {
    const { kept, dropped, idle } = overrideTaps(this.taps, overrides);
    this.dropped = dropped;
    this.idleOverrides = idle;
    this.taps = orderTaps(this.name, kept);
    this.#isPure = this.taps.every((tap) => tap.pure);
    this.#foreign = foreignTap(this.taps, isCacheable);
    this.#sealed = true;
    if (this.taps.length === 0) return;
    this.#series = this.#compile(this.taps);
    this.tapable = this.#makeTapable(this.#series);
  }

  /** The plugin of a tap that has to be heard for each answer; undefined when none has. */
  get foreign(): string | undefined {
    return this.#foreign;
  }

  /** Why the taps stand in this order. */
  explain(): ExplainedOrder {
    return explainOrder(this.name, this.taps);
  }

  /** Fires a synchronous hook. A filter answers with its value, an action with nothing. */
  call(...args: unknown[]): unknown {
    return this.fire(args);
  }

  /**
   * Whether what the hook answers depends on the text that it is fired with alone: every tap says so of itself. Where
   * details are traced it never does, so that the taps are heard.
   */
  isPure(): boolean {
    return this.#isPure && runningSpan()?.trace.details !== true;
  }

  /** Whether any tap has something to do with the answer to a request. */
  concerns(request: RestRequest): boolean {
    const isConcerned = ({ concerns }: Tap) => concerns === undefined || concerns(request);
    return this.taps.some(isConcerned) || runningSpan()?.trace.everyHook === true;
  }

  /**
   * Fires an asynchronous hook. A filter answers with its value, an action with nothing: at once when no tap had to
   * be waited for, which spares a busy hook its promises.
   */
  run(...args: unknown[]): MaybePromise<unknown> {
    return this.fire(args);
  }

  /** Fires the hook with a list of arguments, which is its own from then on. */
  fire(args: unknown[]): MaybePromise<unknown> {
    const span = runningSpan();
    if (span !== undefined) return this.#trace(span, args);
    if (this.#series === undefined) return this.#untapped(args);
    return this.#isPure || listener() === undefined ? this.#series.run(args) : this.#runHeard(args);
  }

  /** Fires an asynchronous hook; answers as `run` does, and always with a promise. */
  async promise(...args: unknown[]): Promise<unknown> {
    return this.fire(args);
  }

  #untapped(args: readonly unknown[]): unknown {
    return this.declaration.kind === 'filter' ? args[0] : undefined;
  }

  /** Fires the hook with recorded taps. */
  #trace(span: Span, args: unknown[]): MaybePromise<unknown> {
    // Whoever hears taps tells them again where nothing is traced, and not here.
    if (!this.#isPure) listener()?.spoil();
    if (this.#series === undefined) {
      return span.trace.everyHook ? fireTraced(span, this, () => this.#untapped(args)) : this.#untapped(args);
    }
    this.#traced ??= this.#compile(this.taps.map((tap) => tracedTap(this, tap)));
    return fireTraced(span, this, () => this.#traced!.run(args));
  }

  /** Fires the hook for something that is made while somebody hears the silent taps. */
  #runHeard(args: unknown[]): MaybePromise<unknown> {
    this.#stretches ??= this.#cut();
    return runHeard(this.#stretches, args, this.declaration.kind === 'filter', listener()!);
  }

  #cut(): Stretch[] {
    const { taps } = this;
    const isFilter = this.declaration.kind === 'filter';
    const starts = taps.flatMap(({ pure }, at) => (at === 0 || pure !== taps[at - 1]!.pure ? [at] : []));
    return starts.map((from, at) => {
      const end = starts[at + 1] ?? taps.length;
      const series = this.#compile(taps.slice(from, end));
      return { isPure: taps[from]!.pure, isFilter, isLast: end === taps.length, series };
    });
  }

  #compile(taps: readonly Tap[]): Series {
    const { kind, params } = this.declaration;
    return new Series(taps, this.#guard, kind, params.length, this.#foreign);
  }

  /** The taps as a tapable hook, which runs as the hook itself does. */
  #makeTapable(series: Series): AnyHook {
    const { kind, timing, params } = this.declaration;
    const kinds: AnyHook[] =
      kind === 'filter' ? [SyncWaterfallHook, AsyncSeriesWaterfallHook] : [SyncHook, AsyncSeriesHook];
    const hook = new kinds[timing === 'sync' ? 0 : 1]([...params], this.name);
    hook.compile =
      () =>
      (...args: unknown[]) =>
        series.run(args);
    for (const [position, tap] of this.taps.entries()) {
      const options = { name: tap.plugin, stage: position };
      if (timing === 'sync') hook.tap(options, tap.fn);
      else hook.tapPromise(options, tap.fn);
    }
    return hook;
  }
}
