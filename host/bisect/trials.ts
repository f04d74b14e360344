import { within } from '../../core/deadline.ts';
import {
  Generation,
  type HookOverrides,
  type LocatedPlugin,
  Rehearsal,
  type RestRequest,
  type Site,
  silentLogger,
  type TapFailure,
} from '../../core/index.ts';
import { optionsOf, siteOf } from '../build.ts';
import type { ResolvedSettings } from '../config/settings.ts';
import { type Answer, changesBetween } from './answer.ts';

/** What trials are made of. */
export interface TrialSettings {
  readonly settings: ResolvedSettings;
  /** Every plugin that may take part. */
  readonly plugins: readonly LocatedPlugin[];
  /** Makes ready what a generation is asked; what comes of that asks it. Each is done anew. */
  prepare(generation: Generation): Promise<() => Promise<Answer>>;
  /** The plugin whose route answers, where that is known. */
  owner?(generation: Generation): Promise<string | undefined>;
  /** How long a host may take to be built, and a request to be answered, in milliseconds. */
  readonly timeout: number;
  /** Whether a request is only made where what it stores is undone. */
  readonly undone: boolean;
}

/** What came of asking a host of some of the plugins. */
export interface Trial {
  readonly answer: Answer;
  /** What taps failed with meanwhile. */
  readonly failures: readonly TapFailure[];
  /** The plugins of these that the site keeps switched off, or has set aside. */
  readonly idle: readonly LocatedPlugin[];
  /** The plugin whose route answered, where that is known. */
  readonly owner: string | undefined;
  /** What went wrong before anything was asked, such as a user that there is not. */
  readonly error?: unknown;
}

/** Thrown where a request that may write cannot be undone. */
export class NotUndoneError extends Error {
  override readonly name = 'NotUndoneError';
}

/**
 * Asks hosts of some of the plugins the same thing, in this process and one after another. They share the site and its
 * database; what a request stores is undone, and the clock of the site stands still.
 */
export class Trials {
  /** The parts of answers in which two hosts of the same plugins differ. */
  readonly volatile = new Set<string>();
  /** How many hosts were asked so far. */
  hosts = 0;
  readonly #given: TrialSettings;
  readonly #settings: ResolvedSettings;
  readonly #site: Site;
  readonly #made = new Map<string, Promise<Trial>>();
  /** The first host, which keeps what they share open. */
  #kept: Generation | undefined;

  constructor(given: TrialSettings) {
    const start = Date.now();
    this.#given = given;
    this.#settings = { ...given.settings, now: given.settings.now ?? (() => start) };
    this.#site = siteOf(given.settings);
  }

  /** Asks a host of just these plugins; the second time it answers what is known. */
  of(plugins: readonly LocatedPlugin[]): Promise<Trial> {
    const all = this.#given.plugins;
    const key = all.map((plugin) => (plugins.includes(plugin) ? '1' : '0')).join('');
    let trial = this.#made.get(key);
    if (trial === undefined) {
      trial = this.#try(plugins);
      this.#made.set(key, trial);
    }
    return trial;
  }

  /** Asks another host of the same plugins, to learn what changes by itself. */
  async again(plugins: readonly LocatedPlugin[]): Promise<void> {
    const [first, second] = [await this.of(plugins), await this.#try(plugins)];
    this.#compare(first.answer, second.answer);
  }

  async dispose(): Promise<void> {
    await this.#kept?.dispose();
  }

  async #try(plugins: readonly LocatedPlugin[]): Promise<Trial> {
    this.hosts++;
    const nothing = { failures: [], idle: [], owner: undefined };
    let generation: Generation;
    try {
      generation = await this.#build(plugins);
    } catch (error) {
      return { ...nothing, answer: { failure: `the host cannot be built: ${messageOf(error)}` }, error };
    }
    const { failures, inactive, leftOut } = generation;
    const idle = [...inactive, ...leftOut.map(({ plugin }) => plugin)];
    try {
      const first = await this.#ask(generation);
      if (first.failure === undefined) this.#compare(first, await this.#ask(generation));
      return { answer: first, failures, idle, owner: await this.#given.owner?.(generation) };
    } catch (error) {
      if (error instanceof NotUndoneError) throw error;
      return { ...nothing, failures, idle, answer: { failure: messageOf(error) }, error };
    } finally {
      if (this.#kept === undefined) this.#kept = generation;
      else await generation.dispose();
    }
  }

  #build(plugins: readonly LocatedPlugin[]): Promise<Generation> {
    const building = Generation.build({
      site: this.#site,
      plugins,
      options: optionsOf(plugins, this.#settings),
      overrides: this.#overridesFor(plugins),
      log: silentLogger,
      tapTimeout: this.#settings.tapTimeout,
      routeTimeout: this.#settings.routeTimeout,
    });
    return this.#inTime(building, 'was not built');
  }

  /** The overrides without those of hooks that none but an absent plugin declares. */
  #overridesFor(plugins: readonly LocatedPlugin[]): Record<string, HookOverrides> {
    const absent = this.#given.plugins.filter((plugin) => !plugins.includes(plugin));
    const declares = (all: readonly LocatedPlugin[], name: string) =>
      all.some(({ definition }) => Object.keys(definition.hooks ?? {}).some((hook) => fits(name, hook)));
    const kept = Object.entries(this.#settings.hooks ?? {}).filter(
      ([name]) => declares(plugins, name) || !declares(absent, name),
    );
    return Object.fromEntries(kept);
  }

  async #ask(generation: Generation): Promise<Answer> {
    const rehearsal = generation.services.find(Rehearsal);
    if (rehearsal === undefined && this.#given.undone) {
      throw new NotUndoneError('nothing here can undo what a request writes');
    }
    const ask = await this.#given.prepare(generation);
    // The time runs inside, so that a request that hangs holds no transaction open.
    const work = () => this.#inTime(ask(), 'did not answer');
    try {
      return await (rehearsal === undefined ? work() : rehearsal.run(work));
    } catch (error) {
      return { failure: messageOf(error) };
    }
  }

  #inTime<T>(work: Promise<T>, what: string): Promise<T> {
    const { timeout } = this.#given;
    return within(work, timeout, () => new Error(`${what} in ${timeout} ms`));
  }

  #compare(one: Answer, other: Answer): void {
    for (const { path } of changesBetween(one, other)) if (!DECISIVE.has(path)) this.volatile.add(path);
  }
}

/** What is never taken for a part that changes by itself. */
const DECISIVE = new Set(['status', 'failure']);

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;

/** Whether a hook's name is the declared one, or fits its placeholders. */
function fits(name: string, declared: string): boolean {
  const parts = declared.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`).test(name);
}

/** Asks a request, made anew for each generation. */
export const asking = (
  request: (generation: Generation) => Promise<RestRequest>,
): Required<Pick<TrialSettings, 'prepare' | 'owner'>> => ({
  async prepare(generation) {
    const made = await request(generation);
    return () => answered(generation, made);
  },
  async owner(generation) {
    const { route, method } = await request(generation);
    const { endpoints = [] } = generation.server.matchRoute(route)?.route ?? {};
    return endpoints.find(({ methods }) => methods.includes(method))?.plugin;
  },
});

async function answered(generation: Generation, request: RestRequest): Promise<Answer> {
  const { status, headers, body } = await generation.server.serve(request);
  return { status, headers, body: readable(body) };
}

function readable(body: unknown): unknown {
  if (body === null || body === undefined) return null;
  if (typeof body !== 'string') return body instanceof Uint8Array ? Buffer.from(body).toString('base64') : '(a stream)';
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
