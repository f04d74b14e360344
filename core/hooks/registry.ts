import { ConflictError } from '../base/conflict-error.ts';
import type { HookDeclaration, HookDeclarations } from './declare.ts';
import type { HookSettings } from './guard.ts';
import { Hook } from './hook.ts';
import { noHook } from './nearest.ts';
import { unusableName } from './parameter-names.ts';
import type { HookOverrides, Tap } from './tap.ts';

interface Pattern {
  readonly name: string;
  readonly test: RegExp;
  /** How many characters of a name it spells out. */
  readonly spelt: number;
  readonly declaration: HookDeclaration;
}

/** A declared hook as listed: its owner, its declaration, and the concrete hooks that stand for it. */
export interface HookListing {
  readonly name: string;
  readonly owner: string;
  readonly declaration: HookDeclaration;
  readonly hooks: readonly Hook[];
}

/** A placeholder in the name of a family. */
const PLACEHOLDER = /\{[^{}]*\}/g;

/** What the names of a family's hooks look like: `rest_prepare_post` for `rest_prepare_{post_type}`. */
export function familyPattern(name: string): RegExp {
  const parts = name.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^$()|[\]\\-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

/** Which plugins may have a part in what is cached. */
export interface Cacheability {
  /** Whether a plugin, by its name, says that what it has a part in may be cached. */
  isCacheable(plugin: string): boolean;
  /** Notes that such a plugin has a part in what is made with these arguments, which must not be cached. */
  markUncacheable(plugin: string, args: readonly unknown[]): void;
}

/** All hooks of one generation: what is declared, and which taps there are. */
export class HookRegistry {
  readonly #declared = new Map<string, { owner: string; declaration: HookDeclaration }>();
  readonly #patterns: Pattern[] = [];
  readonly #hooks = new Map<string, Hook>();
  readonly #settings: HookSettings;
  #overrides: Record<string, HookOverrides> | undefined;
  #sealed = false;
  #cacheability: Cacheability | undefined;

  constructor(settings: HookSettings) {
    this.#settings = settings;
  }

  /** Takes a plugin's declarations; throws for a parameter of an unusable name, and when another owner declared a hook. */
  declare(owner: string, declarations: HookDeclarations): void {
    for (const [name, declaration] of Object.entries(declarations)) {
      const unusable = unusableName(declaration.params);
      if (unusable !== undefined) {
        throw new Error(
          `plugin "${owner}" declares hook "${name}", whose parameter "${unusable}" cannot be called so; use another name in its params`,
        );
      }
      const earlier = this.#declared.get(name);
      if (earlier !== undefined && earlier.declaration !== declaration) {
        throw new ConflictError(
          `plugin "${owner}" declares hook "${name}", which "${earlier.owner}" declared; rename one`,
          [owner, earlier.owner],
        );
      }
      this.#declared.set(name, { owner, declaration });
      if (name.includes('{')) {
        const spelt = name.replace(PLACEHOLDER, '').length;
        this.#patterns.push({ name, test: familyPattern(name), spelt, declaration });
      }
    }
  }

  /** The hook of a concrete name; throws for a name that nothing declares, naming the nearest one. */
  get(name: string): Hook {
    const known = this.#hooks.get(name);
    if (known !== undefined) return known;
    const declaration = this.#declaration(name);
    if (declaration === undefined) {
      throw new Error(noHook(name, [...this.#declared.keys()]));
    }
    const hook = new Hook(name, declaration, this.#settings);
    if (this.#sealed) this.#seal(hook);
    this.#hooks.set(name, hook);
    return hook;
  }

  /** Whether anything declares a hook of this name. */
  has(name: string): boolean {
    return this.#hooks.has(name) || this.#declaration(name) !== undefined;
  }

  /**
   * Solves the order of every hook's taps and hands them to tapable; from here on no tap is taken. Hooks with a tap of a
   * plugin that is not cacheable say so whenever they fire.
   */
  seal(overrides: Record<string, HookOverrides> = {}, cacheability?: Cacheability): void {
    for (const name of Object.keys(overrides)) this.#expectConcrete(name);
    this.#cacheability = cacheability;
    this.#overrides = overrides;
    this.#sealed = true;
    for (const hook of this.#hooks.values()) this.#seal(hook);
  }

  #seal(hook: Hook): void {
    hook.seal(this.#overrides?.[hook.name]);
    const plugin = this.#uncacheableAmong(hook);
    if (plugin === undefined) return;
    hook.tapable.intercept({
      name: 'cacheability',
      call: (...args: unknown[]) => this.#cacheability?.markUncacheable(plugin, args),
    });
  }

  /**
   * The plugin of a tap that keeps what the hook has a part in from being cached: one that does not say that it is
   * cacheable, or one whose function configuration gave. Undefined when there is none.
   */
  uncacheableTap(name: string): string | undefined {
    return this.#uncacheableAmong(this.get(name));
  }

  #uncacheableAmong({ taps }: Hook): string | undefined {
    const isUncacheable = ({ plugin, pure, overridden }: Tap): boolean => {
      if (overridden?.how === 'replaced' || overridden?.how === 'added') return true;
      return !pure && this.#cacheability?.isCacheable(plugin) === false;
    };
    return taps.find(isUncacheable)?.plugin;
  }

  /**
   * Notes that a plugin has a part in what is made with these arguments, such as the answer to a request. An unknown
   * plugin is not cacheable.
   */
  noteParticipant(plugin: string | undefined, args: readonly unknown[]): void {
    if (plugin === undefined || this.#cacheability?.isCacheable(plugin) === false) {
      this.#cacheability?.markUncacheable(plugin ?? 'unknown', args);
    }
  }

  /** Who declared a hook, by its declaration. */
  ownerOf(declaration: HookDeclaration): string | undefined {
    return [...this.#declared.values()].find((one) => one.declaration === declaration)?.owner;
  }

  /** Every hook that there is by now: of a name with placeholders, those of the values that were asked for. */
  all(): Iterable<Hook> {
    return this.#hooks.values();
  }

  /** Every declared hook with its owner and taps, by name. */
  list(): HookListing[] {
    const concrete = [...this.#hooks.values()].filter((hook) => hook.isUsed() || hook.dropped.length > 0);
    return [...this.#declared.entries()]
      .map(([name, { owner, declaration }]) => ({
        name,
        owner,
        declaration,
        hooks: concrete.filter((hook) => hook.declaration === declaration),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Makes the hook that an override names, which is none with placeholders. */
  #expectConcrete(name: string): void {
    if (name.includes('{')) throw new Error(`hooks.${name}: name one hook, with its placeholders filled`);
    try {
      this.get(name);
    } catch (error) {
      throw new Error(`hooks.${name}: ${(error as Error).message}`);
    }
  }

  /**
   * The declaration that holds for a name: one that guards it, then its own, then the pattern that spells out most of it.
   * So no plugin takes a guard away by declaring the name, or a wider pattern, once more.
   */
  #declaration(name: string): HookDeclaration | undefined {
    const own = this.#declared.get(name)?.declaration;
    const fitting = this.#patterns.filter((pattern) => pattern.name !== name && pattern.test.test(name));
    const nearest = fitting.sort((a, b) => b.spelt - a.spelt).map(({ declaration }) => declaration);
    const candidates = own === undefined ? nearest : [own, ...nearest];
    return (
      candidates.find(({ decides }) => decides) ??
      candidates.find(({ requiredPermissions }) => requiredPermissions) ??
      candidates[0]
    );
  }
}
