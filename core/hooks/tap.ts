/** How a tap asks to be placed among the others of its hook. */
export interface TapOptions {
  /** Names the tap among several of one plugin; the plugin's own name when left out. */
  name?: string;
  /** Lower stages run earlier; 0 when left out. */
  stage?: number;
  /** Names of plugins (or `plugin:tap`) whose taps must run after this one. */
  before?: string | string[];
  /** Names of plugins (or `plugin:tap`) whose taps must run before this one. */
  after?: string | string[];
  /**
   * Says that what the tap answers depends on the text or the item that the hook is fired with, and on nothing else that
   * may change while the site runs, nor on the request, so that what is made with it may be cached. A tap that does not
   * say so runs each time.
   */
  pure?: boolean;
  /** How long it may take, in milliseconds, where that is another time than for most taps; 0 for as long as it likes. */
  timeout?: number;
}

/** What configuration may do to a tap: drop it, move it, or put another function in its place. */
// biome-ignore lint/suspicious/noExplicitAny: the function of any hook.
export type TapOverride = false | Omit<TapOptions, 'name' | 'pure'> | ((...args: any[]) => unknown);

/** Overrides of one hook, keyed by plugin name or `plugin:tap`. A function under a new key is a tap of its own. */
export type HookOverrides = Record<string, TapOverride>;

/** A tap as collected: its plugin, where it is to stand, and its function. */
export interface Tap {
  readonly plugin: string;
  /** The names of plugins that its plugin replaces; it is found by them too. */
  readonly replaces: readonly string[];
  readonly name: string;
  /** The position at which it was collected, which breaks ties. */
  readonly index: number;
  readonly stage: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly type: 'sync' | 'promise';
  /** Whether its answer depends only on the text or the item that the hook is fired with. */
  readonly pure: boolean;
  /** How long it may take, in milliseconds; as long as all when left out. */
  readonly timeout?: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the function of any hook.
  readonly fn: (...args: any[]) => unknown;
  /** What configuration changed of it, if anything. */
  readonly overridden?: TapChange;
}

/** What configuration did to a tap. */
export interface TapChange {
  readonly how: 'dropped' | 'moved' | 'replaced' | 'added';
  /** The override's key: a plugin, `plugin:tap`, or for a tap that was added its name. */
  readonly key: string;
  /** The tap as its plugin made it; absent for one that was added. */
  readonly collected?: Tap;
}

/** A hook's taps after the overrides of the configuration. */
export interface OverriddenTaps {
  readonly remaining: Tap[];
  readonly dropped: Tap[];
  /** The keys of overrides that fit no tap and add none. */
  readonly unmatched: string[];
}

const list = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** The plugin that makes a tap, by name, and the names of those that it replaces. */
export interface TapOwner {
  readonly plugin: string;
  readonly replaces?: readonly string[];
}

/** Makes a collected tap of what a plugin said. */
export function makeTap(
  { plugin, replaces = [] }: TapOwner,
  options: string | TapOptions,
  type: Tap['type'],
  fn: Tap['fn'],
  index: number,
): Tap {
  const given: TapOptions = typeof options === 'string' ? { name: options } : options;
  return {
    plugin,
    replaces,
    name: given.name ?? plugin,
    index,
    stage: given.stage ?? 0,
    before: list(given.before),
    after: list(given.after),
    type,
    pure: given.pure ?? false,
    timeout: given.timeout,
    fn,
  };
}

/** The key under which configuration and other taps may name a tap. */
export const tapKeys = ({ plugin, replaces, name }: Tap): string[] =>
  [plugin, ...replaces].flatMap((key) => (name === plugin ? [key] : [`${key}:${name}`, key]));

/** Applies configured overrides to collected taps: some dropped, moved or replaced, some added with the type of others. */
export function overrideTaps(
  taps: readonly Tap[],
  overrides: HookOverrides = {},
  type: Tap['type'] = 'promise',
): OverriddenTaps {
  const used = new Set<string>();
  const remaining: Tap[] = [];
  const dropped: Tap[] = [];
  for (const collected of taps) {
    const key = tapKeys(collected).find((candidate) => Object.hasOwn(overrides, candidate));
    if (key === undefined) {
      remaining.push(collected);
      continue;
    }
    used.add(key);
    const override = overrides[key];
    const changed = (how: TapChange['how']) => ({ ...collected, overridden: { how, key, collected } });
    if (override === false) {
      dropped.push(changed('dropped'));
    } else if (typeof override === 'function') {
      remaining.push({ ...changed('replaced'), fn: override, type, pure: false });
    } else {
      const { stage = collected.stage, timeout = collected.timeout } = override ?? {};
      const { before = collected.before, after = collected.after } = override ?? {};
      remaining.push({ ...changed('moved'), stage, before: list(before), after: list(after), timeout });
    }
  }
  const unmatched: string[] = [];
  for (const [key, override] of Object.entries(overrides)) {
    if (used.has(key)) continue;
    if (typeof override !== 'function') {
      unmatched.push(key);
      continue;
    }
    const added = makeTap({ plugin: 'configuration' }, { name: key }, type, override, taps.length);
    remaining.push({ ...added, overridden: { how: 'added', key } });
  }
  return { remaining, dropped, unmatched };
}
