import { types } from 'node:util';
import { AsyncSeriesHook, AsyncSeriesWaterfallHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { MaybePromise } from '../base/maybe-promise.ts';
import { callAtOnce, callingBack } from './calling-back.ts';
import type { HookDeclaration } from './declare.ts';
import { type HookSettings, TapGuard } from './guard.ts';
import type { Instrument } from './instrument.ts';
import { orderTaps } from './order.ts';
import { type HookOverrides, makeTap, overrideTaps, type Tap, type TapOptions, type TapOwner, tapKeys } from './tap.ts';

/** The tapable hook of a declaration of any parameters. */
export type TapableHook =
  | SyncHook<unknown[]>
  | SyncWaterfallHook<unknown[]>
  | AsyncSeriesHook<unknown[]>
  | AsyncSeriesWaterfallHook<unknown[]>;

/**
 * One hook of a generation: collects taps while the generation is built, then is sealed into a tapable hook with the
 * taps in their solved order. A sealed hook takes no more taps; what fires it is tapable's `call` or `callAsync`.
 */
export class Hook {
  readonly name: string;
  readonly declaration: HookDeclaration;
  /** The taps in their solved order once sealed, until then as collected. */
  taps: Tap[] = [];
  /** The taps that configuration took away. */
  dropped: readonly Tap[] = [];
  /** The keys of overrides in the configuration that fit no tap. */
  unmatchedOverrides: readonly string[] = [];
  readonly #guard: TapGuard;
  readonly #instruments: Instrument[];
  #tapable: TapableHook;
  #isSealed = false;
  #isPure = true;
  /** Whether any tap answers with a promise. */
  #waits = false;

  constructor(name: string, declaration: HookDeclaration, settings: HookSettings) {
    this.name = name;
    this.declaration = declaration;
    this.#guard = new TapGuard(name, declaration, settings);
    this.#instruments = [...(settings.instruments ?? [])];
    this.#tapable = this.#compile();
  }

  /**
   * The hook as tapable has it, with a tapable tap for each tap, named `plugin` or `plugin:tap`. An asynchronous hook
   * none of whose taps waits is one of tapable's synchronous hooks. Interceptors may be added to it at any time.
   */
  get tapable(): TapableHook {
    return this.#tapable;
  }

  /** Whether anything taps or watches this hook, so that firing it makes a difference. */
  isUsed(): boolean {
    return this.#tapable.isUsed() || this.#instruments.some((instrument) => instrument.watchesUntapped());
  }

  /** Whether every tap says that it is pure, and nothing watches what each tap does. */
  isPure(): boolean {
    return this.#isPure && !this.#instruments.some((instrument) => instrument.watchesTaps());
  }

  /**
   * Collects a tap of a plugin; throws once the hook is sealed, and for a promise on a synchronous hook. An `async`
   * function on an asynchronous hook answers with a promise, whatever the tap says.
   */
  add(owner: TapOwner, options: string | TapOptions, type: Tap['type'], fn: Tap['fn']): void {
    if (this.#isSealed) {
      throw new Error(
        `plugin "${owner.plugin}" taps hook "${this.name}" too late; tap in setup(), a running generation does not change`,
      );
    }
    if (type === 'promise' && this.declaration.timing === 'sync') {
      throw new Error(
        `plugin "${owner.plugin}" taps hook "${this.name}" with a promise, but the hook is synchronous: use tap()`,
      );
    }
    const isPromise = type === 'promise' || (this.declaration.timing === 'async' && types.isAsyncFunction(fn));
    this.taps.push(makeTap(owner, options, isPromise ? 'promise' : 'sync', fn, this.taps.length));
  }

  /** Solves the order of the taps and hands them to tapable; throws a `HookOrderError` when it cannot be solved. */
  seal(overrides?: HookOverrides): void {
    const { remaining, dropped, unmatched } = overrideTaps(
      this.taps,
      overrides,
      this.declaration.timing === 'sync' ? 'sync' : 'promise',
    );
    this.dropped = dropped;
    this.unmatchedOverrides = unmatched;
    this.taps = orderTaps(this.name, remaining);
    this.#isPure = this.taps.every((tap) => tap.pure);
    this.#waits = this.taps.some(({ type }) => type === 'promise');
    this.#isSealed = true;
    this.#tapable = this.#compile();
  }

  /** Watches the hook from now on. */
  watch(instrument: Instrument): void {
    this.#instruments.push(instrument);
  }

  /**
   * Fires the hook. A filter answers with its value, an action with nothing: at once, unless a tap has to be waited for,
   * which a synchronous hook has none of.
   */
  call(...args: unknown[]): MaybePromise<unknown> {
    for (const instrument of this.#instruments) {
      if (instrument.isActive()) return this.#fireWatched(args, instrument);
    }
    return this.#fireTapable(args);
  }

  /** Fires the hook, and answers with a promise of what `call` answers with. */
  async promise(...args: unknown[]): Promise<unknown> {
    return this.call(...args);
  }

  // A method of its own: what a closure captures is allocated at each firing, watched or not.
  #fireWatched(args: unknown[], instrument: Instrument): unknown {
    return instrument.around(this, args, () => this.#fireTapable(args));
  }

  #fireTapable(args: unknown[]): unknown {
    const tapable = this.#tapable;
    if (!tapable.isUsed()) return this.declaration.kind === 'filter' ? args[0] : undefined;
    return this.#waits
      ? callAtOnce(tapable as AsyncSeriesHook<unknown[]>, args, this.declaration.params)
      : (tapable as SyncHook<unknown[]>).call(...args);
  }

  #compile(): TapableHook {
    const { kind, params } = this.declaration;
    const [Sync, Async] =
      kind === 'filter' ? [SyncWaterfallHook, AsyncSeriesWaterfallHook] : [SyncHook, AsyncSeriesHook];
    const Class = (this.#waits ? Async : Sync) as new (args: readonly string[], name: string) => TapableHook;
    const tapable = new Class(params, this.name);
    for (const [stage, tap] of this.taps.entries()) {
      const options = { name: tapKeys(tap)[0]!, stage };
      if (tap.type === 'promise')
        (tapable as AsyncSeriesWaterfallHook<unknown[]>).tapAsync(options, callingBack(this.#guard.waiting(tap)));
      else tapable.tap(options, this.#guard.immediate(tap) as never);
    }
    return tapable;
  }
}
