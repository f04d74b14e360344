import { getOrMake } from '../base/get-or-make.ts';
import type { MaybePromise } from '../base/maybe-promise.ts';
import type { NearestName } from '../base/nearest-name.ts';
import type { HookCatalogue } from './catalogue.ts';
import type { HookDeclaration, HookKind } from './declare.ts';
import type { Hook } from './hook.ts';
import type { Concrete, DeclarationOf } from './hook-names.ts';
import type { HookListing, HookRegistry } from './registry.ts';
import type { Tap, TapOptions, TapOwner } from './tap.ts';

type Result<K, P extends unknown[]> = K extends 'filter' ? P[0] : void;
type Answer<K, P extends unknown[]> = K extends 'filter' ? P[0] | undefined | void : Nothing;

/** What a tap of an action answers: nothing, or a scalar that nothing looks at. A promise would not be waited for. */
type Nothing = void | undefined | boolean | number | string;

/** A hook as a plugin holds it: tapable's own words, typed by the hook's declaration. */
export interface HookHandle<K, T, P extends unknown[]> {
  readonly name: string;
  /** What is said of the hook where it is declared. */
  readonly declaration: HookDeclaration;
  /** Adds a function that answers at once; one that answers with nothing leaves a filter's value as it is. */
  tap(options: string | TapOptions, fn: (...args: P) => Answer<K, P>): void;
  /**
   * Adds a function that answers with a promise; only on asynchronous hooks. Where it need not wait it may answer with
   * the value itself, so that nothing waits for it.
   */
  tapPromise(
    options: string | TapOptions,
    fn: T extends 'async' ? (...args: P) => MaybePromise<K extends 'filter' ? Answer<K, P> : unknown> : never,
  ): void;
  /** Whether anything taps this hook. */
  isUsed(): boolean;
  /** Whether what the hook answers depends only on what it is fired with, so that it may be cached. */
  isPure(): boolean;
  /** Fires a synchronous hook. */
  call: T extends 'sync' ? (...args: P) => Result<K, P> : never;
  /** Fires an asynchronous hook. */
  promise: T extends 'async' ? (...args: P) => Promise<Result<K, P>> : never;
  /** Fires an asynchronous hook, and answers at once unless a tap has to be waited for. */
  run: T extends 'async' ? (...args: P) => MaybePromise<Result<K, P>> : never;
}

type HandleOf<D> = [D] extends [never]
  ? // biome-ignore lint/suspicious/noExplicitAny: the compiler speaks of a wrong name once, where it stands.
    HookHandle<any, any, any>
  : D extends HookDeclaration<infer K, infer T, infer P>
    ? HookHandle<K, T, P>
    : never;

/** A hook with a placeholder in its name: one hook for each value of it. */
export interface HookMapHandle<D> {
  /** The hook of one value: `filter('rest_prepare_{post_type}').for('post')`. */
  for(value: string): HandleOf<D>;
}

type Handle<N extends string> = N extends `${string}{${string}}${string}`
  ? HookMapHandle<DeclarationOf<N>>
  : HandleOf<DeclarationOf<N>>;

/** The declared names of one kind, so that a filter cannot be taken for an action. */
type DeclaredName<K extends HookKind> = {
  [N in keyof HookCatalogue & string]: HookCatalogue[N] extends HookDeclaration<K> ? N : never;
}[keyof HookCatalogue & string];

/** The names of one kind: those declared, and patterns with their placeholders filled. */
type NameOf<K extends HookKind> = { [N in DeclaredName<K>]: N | Concrete<N> }[DeclaredName<K>];

/** The name of a hook of one kind; in place of any other, what the compiler is to answer. */
type Named<K extends HookKind, N extends string> = [N] extends [NameOf<K>]
  ? N
  : [N] extends [NameOf<HookKind>]
    ? `${K extends 'filter' ? 'an action: use hooks.action' : 'a filter: use hooks.filter'}()`
    : NearestName<NoInfer<N>, DeclaredName<K>>;

/** A tap as plugins see it: its hook, its plugin and its place. */
export interface ListedTap extends Pick<Tap, 'plugin' | 'name' | 'stage'> {
  /** The hook itself; of one with a placeholder, that of one value. */
  readonly hook: string;
}

/** A declared hook as plugins see it. */
export interface DeclaredHook extends Pick<HookListing, 'name' | 'owner' | 'declaration'> {
  readonly taps: readonly ListedTap[];
}

/** What a plugin may do with hooks; each refuses by throwing. */
export interface HookPermissions {
  /** Called for every tap of the plugin before it is taken. */
  tap(hook: Hook): void;
  /** Called before the plugin fires a hook for the first time. */
  fire(hook: Hook): void;
}

/** A hook as one plugin sees it: every tap made through it is that plugin's. */
class HookView {
  readonly name: string;
  readonly declaration: HookDeclaration;
  readonly #hook: Hook;
  readonly #owner: TapOwner;
  readonly #permissions: HookPermissions | undefined;
  #mayFire: boolean;

  constructor(hook: Hook, owner: TapOwner, permissions: HookPermissions | undefined) {
    this.name = hook.name;
    this.declaration = hook.declaration;
    this.#hook = hook;
    this.#owner = owner;
    this.#permissions = permissions;
    this.#mayFire = permissions === undefined;
  }

  tap(options: string | TapOptions, fn: (...args: unknown[]) => unknown): void {
    this.#permissions?.tap(this.#hook);
    this.#hook.add(this.#owner, options, 'sync', fn);
  }

  tapPromise(options: string | TapOptions, fn: (...args: unknown[]) => unknown): void {
    this.#permissions?.tap(this.#hook);
    this.#hook.add(this.#owner, options, 'promise', fn);
  }

  isUsed(): boolean {
    return this.#hook.isUsed();
  }

  isPure(): boolean {
    return this.#hook.isPure();
  }

  call(...args: unknown[]): MaybePromise<unknown> {
    if (!this.#mayFire) this.#expectFire();
    return this.#hook.call(...args);
  }

  run(...args: unknown[]): MaybePromise<unknown> {
    return this.call(...args);
  }

  // A plugin that may not fire the hook is refused at once, and not by a promise, which it need not look at.
  promise(...args: unknown[]): Promise<unknown> {
    if (!this.#mayFire) this.#expectFire();
    return this.#hook.promise(...args);
  }

  #expectFire(): void {
    this.#permissions?.fire(this.#hook);
    this.#mayFire = true;
  }
}

/** The hooks of a name with a placeholder; each is looked up by its whole name once. */
class HookViewMap {
  readonly #pattern: string;
  readonly #viewOf: (name: string) => HookView;
  readonly #byValue = new Map<string, HookView>();

  constructor(pattern: string, viewOf: (name: string) => HookView) {
    this.#pattern = pattern;
    this.#viewOf = viewOf;
  }

  for(value: string): HookView {
    return getOrMake(this.#byValue, value, () => this.#viewOf(this.#pattern.replace(/\{[^{}]*\}/, () => value)));
  }
}

/** The hooks of a generation as one plugin sees them: every tap made through it is that plugin's. */
export class PluginHooks {
  readonly #registry: HookRegistry;
  readonly #owner: TapOwner;
  readonly #permissions: HookPermissions | undefined;
  readonly #views = new Map<string, HookView>();
  readonly #maps = new Map<string, HookViewMap>();

  /** `replaces` names the plugins that this one replaces; without `permissions` it may tap and fire every hook. */
  constructor(registry: HookRegistry, plugin: string, replaces: readonly string[] = [], permissions?: HookPermissions) {
    this.#registry = registry;
    this.#owner = { plugin, replaces };
    this.#permissions = permissions;
  }

  /**
   * A filter by name. A name with placeholders gives a map: `filter('rest_prepare_{post_type}').for('post')`.
   *
   * @throws a `TypeError` for the name of an action, and an `Error` for a name that nothing declares
   */
  filter<N extends string>(name: Named<'filter', N>): Handle<N> {
    return this.#handle(name, 'filter') as unknown as Handle<N>;
  }

  /**
   * An action by name, or a map of them, as with `filter`.
   *
   * @throws a `TypeError` for the name of a filter, and an `Error` for a name that nothing declares
   */
  action<N extends string>(name: Named<'action', N>): Handle<N> {
    return this.#handle(name, 'action') as unknown as Handle<N>;
  }

  /** Whether a hook is there; asked before tapping one of a plugin that may be absent. */
  has<N extends string>(name: Named<HookKind, N>): boolean {
    return this.#registry.has(name);
  }

  /**
   * Notes that something which a plugin registered, such as the callback of a route, has a part in the answer to a
   * request, or where no request is given, in all that are being made: an answer is cached only if every plugin that has
   * a part in it says that it is cacheable.
   */
  noteParticipant(plugin: string | undefined, request?: unknown): void {
    this.#registry.noteParticipant(plugin, [request]);
  }

  /** The plugin of a tap that keeps answers which the hook has a part in from being cached; undefined when none does. */
  uncacheableTap(name: NameOf<HookKind>): string | undefined {
    return this.#registry.uncacheableTap(name);
  }

  /** Every declared hook by name: its owner, its declaration, and its taps in the order of running. */
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

  #handle(name: string, kind: HookKind): HookView | HookViewMap {
    if (!name.includes('{')) return this.#viewOf(name, kind);
    const key = `${kind} ${name}`;
    return getOrMake(this.#maps, key, () => new HookViewMap(name, (concrete) => this.#viewOf(concrete, kind)));
  }

  readonly #makeView = (name: string) => new HookView(this.#registry.get(name), this.#owner, this.#permissions);

  #viewOf(name: string, kind: HookKind): HookView {
    const view = getOrMake(this.#views, name, this.#makeView);
    if (view.declaration.kind !== kind) {
      const is = view.declaration.kind;
      throw new TypeError(`hook "${name}" is ${is === 'action' ? 'an action' : 'a filter'}; use hooks.${is}()`);
    }
    return view;
  }
}
