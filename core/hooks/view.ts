import type { MaybePromise } from '../maybe-promise.ts';
import type { RestRequest } from '../rest/request.ts';
import type { DeclarationOf, HookCatalogue, HookName } from './catalogue.ts';
import type { HookDeclaration } from './declare.ts';
import type { Hook } from './hook.ts';
import type { HookListing, HookRegistry } from './registry.ts';
import type { TapOptions, TapOwner } from './tap.ts';

type Result<K, P extends unknown[]> = K extends 'filter' ? P[0] : void;
type Answer<K, P extends unknown[]> = K extends 'filter' ? P[0] | undefined | void : unknown;

/** A hook as a plugin holds it: tapable's own words, typed by the hook's declaration. */
export interface HookHandle<K, T, P extends unknown[]> {
  readonly name: string;
  /** What is said of the hook where it is declared. */
  readonly declaration: HookDeclaration;
  /** Adds a function; one that answers with nothing leaves a filter's value as it is. */
  tap(
    options: string | TapOptions,
    fn: (...args: P) => T extends 'async' ? Answer<K, P> | Promise<Answer<K, P>> : Answer<K, P>,
  ): void;
  /** Adds an asynchronous function; only on asynchronous hooks. */
  tapPromise(options: string | TapOptions, fn: T extends 'async' ? (...args: P) => Promise<Answer<K, P>> : never): void;
  /** Whether anything taps this hook. */
  isUsed(): boolean;
  /** Whether what the hook answers depends on the text that it is fired with alone, so that it may be kept. */
  isPure(): boolean;
  /** Whether any tap has something to do with the answer to a request. */
  concerns(request: RestRequest): boolean;
  /** Fires a synchronous hook. */
  call: T extends 'sync' ? (...args: P) => Result<K, P> : never;
  /** Fires an asynchronous hook. */
  promise: T extends 'async' ? (...args: P) => Promise<Result<K, P>> : never;
  /** Fires an asynchronous hook; answers at once when no tap has to be waited for. */
  run: T extends 'async' ? (...args: P) => MaybePromise<Result<K, P>> : never;
}

type HandleOf<D> = D extends HookDeclaration<infer K, infer T, infer P> ? HookHandle<K, T, P> : never;

/** A hook with a placeholder in its name: one hook for each value of it. */
export interface HookMapHandle<D> {
  /** The hook of one value: `filter('rest_prepare_{post_type}').for('post')`. */
  for(value: string): HandleOf<D>;
}

type Handle<N extends string> = N extends `${string}{${string}}${string}`
  ? HookMapHandle<DeclarationOf<N>>
  : HandleOf<DeclarationOf<N>>;

/** The names of one kind, so that a filter cannot be asked for as an action. */
type NameOf<K extends string> = {
  [N in HookName]: DeclarationOf<N> extends HookDeclaration<infer Kind> ? (Kind extends K ? N : never) : never;
}[HookName];

/** A tap as plugins are told of it: what it taps, whose it is, and its place. */
export interface ListedTap {
  /** The hook itself; of one with a placeholder, that of one value. */
  readonly hook: string;
  readonly plugin: string;
  readonly name: string;
  readonly stage: number;
}

/** A declared hook as plugins are told of it. */
export interface DeclaredHook extends Pick<HookListing, 'name' | 'owner' | 'declaration'> {
  readonly taps: readonly ListedTap[];
}

/** Told of every tap of a plugin before it is taken; refuses it by throwing. */
export type TapGate = (hook: Hook) => void;

class BoundHook {
  readonly name: string;
  readonly declaration: HookDeclaration;
  readonly #hook: Hook;
  readonly #owner: TapOwner;

  readonly #gate: TapGate | undefined;

  constructor(hook: Hook, owner: TapOwner, gate: TapGate | undefined) {
    this.name = hook.name;
    this.declaration = hook.declaration;
    this.#hook = hook;
    this.#owner = owner;
    this.#gate = gate;
  }

  tap(options: string | TapOptions, fn: (...args: unknown[]) => unknown): void {
    this.#gate?.(this.#hook);
    this.#hook.add(this.#owner, options, 'sync', fn);
  }

  tapPromise(options: string | TapOptions, fn: (...args: unknown[]) => unknown): void {
    this.#gate?.(this.#hook);
    this.#hook.add(this.#owner, options, 'promise', fn);
  }

  isUsed(): boolean {
    return this.#hook.isUsed();
  }

  isPure(): boolean {
    return this.#hook.isPure();
  }

  concerns(request: RestRequest): boolean {
    return this.#hook.concerns(request);
  }

  call(...args: unknown[]): unknown {
    return this.#hook.fire(args);
  }

  promise(...args: unknown[]): Promise<unknown> {
    return this.#hook.promise(...args);
  }

  run(...args: unknown[]): MaybePromise<unknown> {
    return this.#hook.fire(args);
  }
}

/** The hooks of a name with a placeholder; each is looked up by its whole name once. */
class BoundHookMap {
  readonly #pattern: string;
  readonly #bind: (name: string) => BoundHook;
  readonly #byValue = new Map<string, BoundHook>();

  constructor(pattern: string, bind: (name: string) => BoundHook) {
    this.#pattern = pattern;
    this.#bind = bind;
  }

  for(value: string): BoundHook {
    let bound = this.#byValue.get(value);
    if (bound === undefined) {
      bound = this.#bind(this.#pattern.replace(/\{[^}]*\}/, () => value));
      this.#byValue.set(value, bound);
    }
    return bound;
  }
}

/** The hooks of a generation as one plugin sees them: every tap made through it is that plugin's. */
export class PluginHooks {
  readonly #registry: HookRegistry;
  readonly #owner: TapOwner;
  readonly #gate: TapGate | undefined;
  readonly #bound = new Map<string, BoundHook>();
  readonly #maps = new Map<string, BoundHookMap>();

  /** `replaces` names the plugins that this one stands in for; `gate` sees its taps. */
  constructor(registry: HookRegistry, plugin: string, replaces: readonly string[] = [], gate?: TapGate) {
    this.#registry = registry;
    this.#owner = { plugin, replaces };
    this.#gate = gate;
  }

  /** A filter by name. A name with placeholders gives a map: `filter('rest_prepare_{post_type}').for('post')`. */
  filter<N extends NameOf<'filter'> | (keyof HookCatalogue & string)>(name: N): Handle<N> {
    return this.#handle(name) as unknown as Handle<N>;
  }

  /** An action by name. */
  action<N extends NameOf<'action'> | (keyof HookCatalogue & string)>(name: N): Handle<N> {
    return this.#handle(name) as unknown as Handle<N>;
  }

  /** Whether a hook is there; asked before tapping one of a plugin that may be absent. */
  has(name: NameOf<'filter'> | NameOf<'action'>): boolean {
    return this.#registry.has(name);
  }

  /**
   * Notes that something which a plugin registered, such as the callback of a route, has a part in the answer to a
   * request, or where no request is given, in all that are being made: an answer is kept only if every plugin that has
   * a part in it says that it is cacheable.
   */
  heard(plugin: string | undefined, request?: RestRequest): void {
    this.#registry.heard(plugin, request);
  }

  /** The plugin of a tap of a hook that has to be heard for each answer; undefined when none has. */
  foreignTap(name: NameOf<'filter'> | NameOf<'action'>): string | undefined {
    return this.#registry.get(name).foreign;
  }

  /** Every hook that is declared, by name: by whom, what is said of it, and who taps it, in the order of running. */
  declared(): DeclaredHook[] {
    return this.#registry.list().map(({ name, owner, declaration, hooks }) => ({
      name,
      owner,
      declaration,
      taps: hooks.flatMap((hook) =>
        hook.taps.map((tap) => ({ hook: hook.name, plugin: tap.plugin, name: tap.name, stage: tap.stage })),
      ),
    }));
  }

  #handle(name: string): BoundHook | BoundHookMap {
    const known = this.#bound.get(name) ?? this.#maps.get(name);
    if (known !== undefined) return known;
    if (!name.includes('{')) return this.#bind(name);
    const map = new BoundHookMap(name, (concrete) => this.#bind(concrete));
    this.#maps.set(name, map);
    return map;
  }

  #bind(name: string): BoundHook {
    let bound = this.#bound.get(name);
    if (bound === undefined) {
      bound = new BoundHook(this.#registry.get(name), this.#owner, this.#gate);
      this.#bound.set(name, bound);
    }
    return bound;
  }
}
