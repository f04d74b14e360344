import type { RequiredPermissions } from '../base/capabilities.ts';
import type { ValueRule } from './value.ts';

/** Whether a hook passes a value on (filter) or only tells (action). */
export type HookKind = 'filter' | 'action';

/** Whether the taps of a hook may be asynchronous. */
export type HookTiming = 'sync' | 'async';

/** What the declaration of a hook says of it. */
export interface HookSpec<P extends unknown[]> {
  /** The names of the parameters, in order; a filter's first is the value it passes on. */
  params: { [K in keyof P]: string };
  /** One sentence: when it fires and what it is for. */
  meaning: string;
  /** The section of the interface's specification that names it. */
  section?: string;
  /**
   * Whether the hook decides (authentication, permission, dispatch). A tap that throws on such a hook
   * fails the request; on any other it is skipped and the value before it stands.
   */
  decides?: boolean;
  /** Whether it fires while a generation is built and never after; a tap that fails on one that decides stops the build. */
  building?: boolean;
  /** False where requests that are dispatched within another one, as by a batch or for an embed, do not fire it. */
  inner?: false;
  /**
   * What a filter's value must be. When left out, a tap must answer with a value of the kind that it is given; a filter
   * whose value may be of several kinds says so here.
   */
  value?: ValueRule;
  /** How long a tap may take, in milliseconds, where that is another time than for most hooks; 0 for as long as it likes. */
  timeout?: number;
  /** The capabilities that a plugin needs to tap the hook. */
  requiredPermissions?: RequiredPermissions;
}

/** A declared hook: its kind, timing, parameters and meaning. `P` exists for the compiler alone. */
export interface HookDeclaration<
  K extends HookKind = HookKind,
  T extends HookTiming = HookTiming,
  // biome-ignore lint/suspicious/noExplicitAny: a declaration of any parameters.
  P extends unknown[] = any,
> extends Readonly<Omit<HookSpec<P>, 'params' | 'decides'>> {
  readonly kind: K;
  readonly timing: T;
  readonly params: readonly string[];
  readonly decides: boolean;
  /** Carries the parameter types; never present at run time. */
  readonly types?: (...args: P) => void;
}

/** Hook declarations by name. A name may hold placeholders: `rest_prepare_{post_type}`. */
export type HookDeclarations = Record<string, HookDeclaration>;

function declaration<K extends HookKind, T extends HookTiming, P extends unknown[]>(
  kind: K,
  timing: T,
  spec: HookSpec<P>,
): HookDeclaration<K, T, P> {
  return Object.freeze({ kind, timing, decides: false, ...spec, params: spec.params as readonly string[] });
}

/**
 * Declares a synchronous filter: a tapable `SyncWaterfallHook`.
 *
 * @param spec the parameters by name, the value first, and one sentence of meaning
 * @returns the declaration, to be listed under the hook's name in the plugin's `hooks`
 *
 * ```ts
 * const shopHooks = {
 *   shop_price: filter<[price: number, item: Item]>({ params: ['price', 'item'], meaning: 'Adjusts a price.' }),
 * };
 * ```
 */
export const filter = <P extends unknown[]>(spec: HookSpec<P>) => declaration('filter', 'sync', spec);

/**
 * Declares an asynchronous filter: a tapable `AsyncSeriesWaterfallHook`.
 *
 * @param spec the parameters by name, the value first, and one sentence of meaning
 * @returns the declaration, to be listed under the hook's name in the plugin's `hooks`
 */
export const asyncFilter = <P extends unknown[]>(spec: HookSpec<P>) => declaration('filter', 'async', spec);

/**
 * Declares a synchronous action: a tapable `SyncHook`.
 *
 * @param spec the parameters by name and one sentence of meaning
 * @returns the declaration, to be listed under the hook's name in the plugin's `hooks`
 */
export const action = <P extends unknown[]>(spec: HookSpec<P>) => declaration('action', 'sync', spec);

/**
 * Declares an asynchronous action: a tapable `AsyncSeriesHook`.
 *
 * @param spec the parameters by name and one sentence of meaning
 * @returns the declaration, to be listed under the hook's name in the plugin's `hooks`
 */
export const asyncAction = <P extends unknown[]>(spec: HookSpec<P>) => declaration('action', 'async', spec);
