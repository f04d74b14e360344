import type { RestRequest } from '../rest/request.ts';

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
   * Says that what the tap answers depends on the text or the item that the hook is fired with, and on nothing that
   * may change while the site runs, not on the request either, so that the answer may be kept. One that
   * does not say so is heard each time.
   */
  pure?: boolean;
  /**
   * Tells of a request whether the tap has anything to do with its answer; one that would leave it as it is need not
   * be heard. Only `rest_response_data` and `rest_pre_echo_response` ask: where nobody is concerned, an answer that is
   * written already goes out without being read again.
   */
  concerns?(request: RestRequest): boolean;
  /** How long it may take, in milliseconds, where that is another time than for most taps; 0 for as long as it likes. */
  timeout?: number;
}

/** What configuration may do to a tap: drop it, move it, or put another function in its place. */
// biome-ignore lint/suspicious/noExplicitAny: the function of any hook.
export type TapOverride = false | Omit<TapOptions, 'name' | 'pure' | 'concerns'> | ((...args: any[]) => unknown);

/** Overrides of one hook, keyed by plugin name or `plugin:tap`. A function under a new key is a tap of its own. */
export type HookOverrides = Record<string, TapOverride>;

/** A tap as collected: who made it, what it wished for, and its function. */
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
  /** Whether its answer depends on the text or the item that the hook is fired with alone. */
  readonly pure: boolean;
  /** Whether it has anything to do with the answer to a request; with all when left out. */
  readonly concerns?: TapOptions['concerns'];
  /** How long it may take, in milliseconds; as long as all when left out. */
  readonly timeout?: number;
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

/** A hook's taps once configuration has been heard. */
export interface OverriddenTaps {
  readonly kept: Tap[];
  readonly dropped: Tap[];
  /** The keys of overrides that fit no tap and add none. */
  readonly idle: string[];
}

const list = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Who makes a tap: the name of a plugin, and the names of those that it replaces. */
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
  const wish: TapOptions = typeof options === 'string' ? { name: options } : options;
  return {
    plugin,
    replaces,
    name: wish.name ?? plugin,
    index,
    stage: wish.stage ?? 0,
    before: list(wish.before),
    after: list(wish.after),
    type,
    pure: wish.pure ?? false,
    ...(wish.concerns === undefined ? {} : { concerns: wish.concerns }),
    ...(wish.timeout === undefined ? {} : { timeout: wish.timeout }),
    fn,
  };
}

/** The key under which configuration and other taps may name a tap. */
export const tapKeys = ({ plugin, replaces, name }: Tap): string[] =>
  [plugin, ...replaces].flatMap((key) => (name === plugin ? [key] : [`${key}:${name}`, key]));

/** Applies configured overrides to collected taps: some dropped, moved or replaced, some added. */
export function overrideTaps(taps: readonly Tap[], overrides: HookOverrides = {}): OverriddenTaps {
  const used = new Set<string>();
  const kept: Tap[] = [];
  const dropped: Tap[] = [];
  for (const collected of taps) {
    const key = tapKeys(collected).find((candidate) => Object.hasOwn(overrides, candidate));
    if (key === undefined) {
      kept.push(collected);
      continue;
    }
    used.add(key);
    const override = overrides[key];
    const changed = (how: TapChange['how']) => ({ ...collected, overridden: { how, key, collected } });
    if (override === false) {
      dropped.push(changed('dropped'));
    } else if (typeof override === 'function') {
      kept.push({ ...changed('replaced'), fn: override, type: 'promise', pure: false, concerns: undefined });
    } else {
      const { stage = collected.stage, before, after, timeout = collected.timeout } = override ?? {};
      kept.push({
        ...changed('moved'),
        stage,
        before: before === undefined ? collected.before : list(before),
        after: after === undefined ? collected.after : list(after),
        ...(timeout === undefined ? {} : { timeout }),
      });
    }
  }
  const idle: string[] = [];
  for (const [key, override] of Object.entries(overrides)) {
    if (used.has(key)) continue;
    if (typeof override !== 'function') {
      idle.push(key);
      continue;
    }
    const added = makeTap({ plugin: 'configuration' }, { name: key }, 'promise', override, taps.length);
    kept.push({ ...added, overridden: { how: 'added', key } });
  }
  return { kept, dropped, idle };
}
