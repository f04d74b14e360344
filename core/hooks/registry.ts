import { ClashError } from '../clash.ts';
import type { RestRequest } from '../rest/request.ts';
import type { HookDeclaration, HookDeclarations } from './declare.ts';
import type { FailureListener } from './failure.ts';
import { type IsCacheable, noteForeign } from './foreign.ts';
import { Hook } from './hook.ts';
import { noHook } from './nearest.ts';
import type { HookOverrides } from './tap.ts';

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

const PLACEHOLDER = /\{[^}]*\}/g;

/** All hooks of one generation: what is declared, and who taps what. */
export class HookRegistry {
  readonly #declared = new Map<string, { owner: string; declaration: HookDeclaration }>();
  readonly #patterns: Pattern[] = [];
  readonly #hooks = new Map<string, Hook>();
  readonly #onFailure: FailureListener;
  readonly #timeout: number | undefined;
  #overrides: Record<string, HookOverrides> | undefined;
  #sealed = false;
  #isCacheable: IsCacheable = () => true;

  /** With the time that taps have, in milliseconds, unless a hook or a tap says another. */
  constructor(onFailure: FailureListener, timeout?: number) {
    this.#onFailure = onFailure;
    this.#timeout = timeout;
  }

  /** Takes a plugin's declarations; throws when another owner declared one of the names. */
  declare(owner: string, declarations: HookDeclarations): void {
    for (const [name, declaration] of Object.entries(declarations)) {
      const earlier = this.#declared.get(name);
      if (earlier !== undefined && earlier.declaration !== declaration) {
        throw new ClashError(
          `plugin "${owner}" declares hook "${name}", which "${earlier.owner}" declared; rename one`,
          [owner, earlier.owner],
        );
      }
      this.#declared.set(name, { owner, declaration });
      if (name.includes('{')) {
        const source = name.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^$()|[\]\\-]/g, '\\$&'));
        const spelt = name.replace(PLACEHOLDER, '').length;
        this.#patterns.push({ name, test: new RegExp(`^${source.join('.+')}$`), spelt, declaration });
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
    const hook = new Hook(name, declaration, this.#onFailure, this.#timeout);
    if (this.#sealed) hook.seal(this.#overrides?.[name], this.#isCacheable);
    this.#hooks.set(name, hook);
    return hook;
  }

  /** Whether anything declares a hook of this name. */
  has(name: string): boolean {
    return this.#declaration(name) !== undefined;
  }

  /**
   * Solves and compiles every hook; from here on no tap is taken. Plugins of which `isCacheable` does not hold have to be
   * heard for each answer that they have a part in; all when it is left out.
   */
  seal(overrides: Record<string, HookOverrides> = {}, isCacheable: IsCacheable = () => false): void {
    for (const name of Object.keys(overrides)) this.#expectConcrete(name);
    this.#isCacheable = isCacheable;
    for (const hook of this.#hooks.values()) hook.seal(overrides[hook.name], isCacheable);
    this.#overrides = overrides;
    this.#sealed = true;
  }

  /** The hooks that decide over requests and that a plugin taps: what it refuses there nobody else does. */
  guardedBy(plugin: string): string[] {
    const guards = [...this.#hooks.values()].filter(
      ({ declaration, taps }) =>
        declaration.decides && !declaration.building && taps.some((tap) => tap.plugin === plugin),
    );
    return guards.map(({ name }) => name);
  }

  /** Whether a plugin has to be heard for each answer that it has a part in; what is of no known plugin is. */
  isForeign(plugin: string | undefined): boolean {
    return plugin === undefined || !this.#isCacheable(plugin);
  }

  /** Notes that a plugin has a part in the answer to a request, or where none is given, in all that are being made. */
  heard(plugin: string | undefined, request?: RestRequest): void {
    if (this.isForeign(plugin)) noteForeign(plugin ?? 'unknown', [request]);
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
   * What a name may stand for: the declaration of that name, or else every pattern that it fits. A pattern is listed
   * with all hooks that fit it, also those that fit another one.
   */
  listingsOf(name: string): HookListing[] {
    const declared = this.#declared.has(name);
    const fitting = this.#patterns.filter((pattern) => (declared ? pattern.name === name : pattern.test.test(name)));
    const names = declared ? [name] : fitting.map((pattern) => pattern.name);
    const listings = this.list();
    const concrete = listings.flatMap(({ hooks }) => hooks).filter((hook) => !this.#declared.has(hook.name));
    return listings
      .filter((listing) => names.includes(listing.name))
      .map((listing) => {
        const pattern = fitting.find((one) => one.name === listing.name);
        return pattern === undefined
          ? listing
          : { ...listing, hooks: concrete.filter((hook) => pattern.test.test(hook.name)) };
      });
  }

  /**
   * The declaration that holds for a name: what guards it, whoever declared that, then its own, then the pattern that
   * spells out most of it. So nobody takes a guard away by declaring the name, or a wider pattern, once more.
   */
  #declaration(name: string): HookDeclaration | undefined {
    const own = this.#declared.get(name)?.declaration;
    const fitting = this.#patterns.filter((pattern) => pattern.name !== name && pattern.test.test(name));
    const nearest = fitting.sort((a, b) => b.spelt - a.spelt).map(({ declaration }) => declaration);
    const candidates = own === undefined ? nearest : [own, ...nearest];
    return candidates.find(({ decides }) => decides) ?? candidates.find(({ needs }) => needs) ?? candidates[0];
  }
}
