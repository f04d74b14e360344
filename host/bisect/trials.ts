import { within } from '../../core/base/deadline.ts';
import { silentLogger } from '../../core/base/index.ts';
import { Generation } from '../../core/generation.ts';
import type { HookOverrides, TapFailure } from '../../core/hooks/index.ts';
import { type RestRequest, type Site, serviceToken } from '../../core/index.ts';
import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { pluginOptions, siteOf } from '../build.ts';
import type { ResolvedSettings } from '../config/settings.ts';
import { declareHostHooks } from '../hooks.ts';
import { type Answer, changesBetween } from './answer.ts';

/** The settings of trials. */
export interface TrialSettings {
  readonly settings: ResolvedSettings;
  /** All plugins that trials choose from. */
  readonly plugins: readonly LocatedPlugin[];
  /** Prepares a request to a generation, and returns the function that makes it; called again for each request. */
  prepare(generation: Generation): Promise<() => Promise<Answer>>;
  /** The plugin that registered the route of the request, if that is known. */
  owner?(generation: Generation): Promise<string | undefined>;
  /** How long a host may take to be built, and a request to be answered, in milliseconds. */
  readonly timeout: number;
  /** Whether requests are made only if what they store can be undone. */
  readonly undone: boolean;
}

/** The result of a request to a host with some of the plugins. */
export interface Trial {
  readonly answer: Answer;
  /** The failures of taps during the request. */
  readonly failures: readonly TapFailure[];
  /** The plugins that are inactive or skipped on this site. */
  readonly idle: readonly LocatedPlugin[];
  /** The plugin that registered the route, if that is known. */
  readonly owner: string | undefined;
  /** The error that prevented the request, such as an unknown user. */
  readonly error?: unknown;
}

/** Thrown for a request that may write where nothing can undo it. */
export class NotUndoneError extends Error {
  override readonly name = 'NotUndoneError';
}

/**
 * Makes the same request to hosts with some of the plugins, in this process and one after another. The hosts share the
 * site and its database; what a request stores is undone, and the clock of the site is stopped.
 */
export class Trials {
  /** The paths of volatile parts, in which two hosts of the same plugins differ. */
  readonly volatile = new Set<string>();
  /** The number of hosts so far. */
  hosts = 0;
  readonly #given: TrialSettings;
  readonly #settings: ResolvedSettings;
  readonly #site: Site;
  readonly #trials = new Map<string, Promise<Trial>>();
  /** The first generation, which is disposed of last, because it holds shared resources such as the database. */
  #first: Generation | undefined;

  constructor(given: TrialSettings) {
    const start = Date.now();
    this.#given = given;
    this.#settings = { ...given.settings, now: given.settings.now ?? (() => start) };
    this.#site = siteOf(given.settings);
  }

  /** The trial of a host with just these plugins; each is made once. */
  of(plugins: readonly LocatedPlugin[]): Promise<Trial> {
    const all = this.#given.plugins;
    const key = all.map((plugin) => (plugins.includes(plugin) ? '1' : '0')).join('');
    let trial = this.#trials.get(key);
    if (trial === undefined) {
      trial = this.#try(plugins);
      this.#trials.set(key, trial);
    }
    return trial;
  }

  /** Repeats the trial with another host of the same plugins, to find volatile parts. */
  async again(plugins: readonly LocatedPlugin[]): Promise<void> {
    const [first, second] = [await this.of(plugins), await this.#try(plugins)];
    this.#compare(first.answer, second.answer);
  }

  async dispose(): Promise<void> {
    await this.#first?.dispose();
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
    const { failures, inactive, skipped } = generation;
    const idle = [...inactive, ...skipped.map(({ plugin }) => plugin)];
    try {
      const first = await this.#ask(generation);
      if (first.failure === undefined) this.#compare(first, await this.#ask(generation));
      return { answer: first, failures, idle, owner: await this.#given.owner?.(generation) };
    } catch (error) {
      if (error instanceof NotUndoneError) throw error;
      return { ...nothing, failures, idle, answer: { failure: messageOf(error) }, error };
    } finally {
      if (this.#first === undefined) this.#first = generation;
      else await generation.dispose();
    }
  }

  #build(plugins: readonly LocatedPlugin[]): Promise<Generation> {
    const building = Generation.build({
      site: this.#site,
      plugins,
      options: pluginOptions(plugins, this.#settings),
      overrides: this.#overridesFor(plugins),
      log: silentLogger,
      cache: this.#settings.cache,
      tapTimeout: this.#settings.tapTimeout,
      routeTimeout: this.#settings.routeTimeout,
      provide: declareHostHooks,
    });
    return this.#inTime(building, 'was not built');
  }

  /** The overrides without those of hooks that only absent plugins declare. */
  #overridesFor(plugins: readonly LocatedPlugin[]): Record<string, HookOverrides> {
    const absent = this.#given.plugins.filter((plugin) => !plugins.includes(plugin));
    const declares = (all: readonly LocatedPlugin[], name: string) =>
      all.some(({ definition }) => Object.keys(definition.hooks ?? {}).some((hook) => fits(name, hook)));
    const overrides = Object.entries(this.#settings.hooks ?? {}).filter(
      ([name]) => declares(plugins, name) || !declares(absent, name),
    );
    return Object.fromEntries(overrides);
  }

  async #ask(generation: Generation): Promise<Answer> {
    const rehearsal = generation.services.find(serviceToken('rehearsal'));
    if (rehearsal === undefined && this.#given.undone) {
      throw new NotUndoneError('nothing here can undo what a request writes');
    }
    const ask = await this.#given.prepare(generation);
    // The timeout is inside the rehearsal, so that a request that hangs does not hold a transaction open.
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

/** Paths that are never volatile. */
const DECISIVE = new Set(['status', 'failure']);

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;

/** Whether the name of a hook matches a declared name with placeholders. */
function fits(name: string, declared: string): boolean {
  const parts = declared.split(/\{[^{}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`).test(name);
}

/** The settings of trials that make a request, which is created for each generation. */
export const requesting = (
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
