import { AsyncSeriesHook, AsyncSeriesWaterfallHook, SyncHook, SyncWaterfallHook } from 'tapable';
import { isRestError } from '../rest/error.ts';
import type { HookDeclaration } from './declare.ts';
import { type FailureListener, HookFailureError } from './failure.ts';
import { orderTaps } from './order.ts';
import { type HookOverrides, makeTap, overrideTaps, type Tap, type TapOptions } from './tap.ts';

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
  /** The taps in their solved order once sealed, until then as collected. */
  taps: Tap[] = [];
  /** The taps that configuration took away. */
  dropped: readonly Tap[] = [];
  #sealed = false;
  readonly #onFailure: FailureListener;

  constructor(name: string, declaration: HookDeclaration, onFailure: FailureListener) {
    this.name = name;
    this.declaration = declaration;
    this.#onFailure = onFailure;
  }

  /** Whether anything taps this hook. */
  isUsed(): boolean {
    return this.taps.length > 0;
  }

  /** Collects a tap of a plugin; throws once the hook is sealed. */
  add(plugin: string, options: string | TapOptions, type: Tap['type'], fn: Tap['fn']): void {
    if (this.#sealed) {
      throw new Error(
        `plugin "${plugin}" taps hook "${this.name}" too late; tap in setup(), a running generation does not change`,
      );
    }
    if (type === 'promise' && this.declaration.timing === 'sync') {
      throw new Error(
        `plugin "${plugin}" taps hook "${this.name}" with a promise, but the hook is synchronous: use tap()`,
      );
    }
    this.taps.push(makeTap(plugin, options, type, fn, this.taps.length));
  }

  /** Solves the order and compiles; throws a `HookOrderError` when the order cannot be solved. */
  seal(overrides?: HookOverrides): void {
    const kept = overrideTaps(this.taps, overrides);
    this.dropped = this.taps.filter(({ index }) => !kept.some((tap) => tap.index === index));
    this.taps = orderTaps(this.name, kept);
    this.#sealed = true;
    this.tapable = this.taps.length === 0 ? undefined : this.#compile();
  }

  /** Fires a synchronous hook. A filter answers with its value, an action with nothing. */
  call(...args: unknown[]): unknown {
    return this.tapable === undefined ? args[0] : this.tapable.call(...args);
  }

  /** Fires an asynchronous hook. A filter answers with its value, an action with nothing. */
  async promise(...args: unknown[]): Promise<unknown> {
    return this.tapable === undefined ? args[0] : this.tapable.promise(...args);
  }

  #compile(): AnyHook {
    const { kind, timing, params } = this.declaration;
    const names = (params.length === 0 ? ['nothing'] : params.map((name) => name.replace(/\W/g, '_'))) as [string];
    const hook: AnyHook =
      timing === 'sync'
        ? kind === 'filter'
          ? new SyncWaterfallHook(names, this.name)
          : new SyncHook(names, this.name)
        : kind === 'filter'
          ? new AsyncSeriesWaterfallHook(names, this.name)
          : new AsyncSeriesHook(names, this.name);
    for (const [position, tap] of this.taps.entries()) {
      const options = { name: tap.plugin, stage: position };
      if (timing === 'async') hook.tapPromise(options, this.#guardAsync(tap));
      else hook.tap(options, this.#guardSync(tap));
    }
    return hook;
  }

  /** Runs a tap so that what it throws is named; a decorating hook goes on without it. */
  #guardSync(tap: Tap): Tap['fn'] {
    return (...args) => {
      try {
        return tap.fn(...args);
      } catch (error) {
        return this.#failed(tap, error);
      }
    };
  }

  #guardAsync(tap: Tap): Tap['fn'] {
    return async (...args) => {
      try {
        return await tap.fn(...args);
      } catch (error) {
        return this.#failed(tap, error);
      }
    };
  }

  #failed(tap: Tap, error: unknown): undefined {
    // An error object of the interface is an answer, not a failure: a deciding hook may refuse with it.
    if (this.declaration.decides && (isRestError(error) || error instanceof HookFailureError)) throw error;
    const failure = { hook: this.name, plugin: tap.plugin, tap: tap.name, error };
    this.#onFailure(failure);
    if (this.declaration.decides) throw new HookFailureError(failure);
    return undefined;
  }
}
