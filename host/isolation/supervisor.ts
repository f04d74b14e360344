import {
  type EndpointGroup,
  isRestResponse,
  type PluginHost,
  type RestRequest,
  type RestServer,
  type RouteArgs,
} from '../../core/index.ts';
import type { Compartment } from './compartment.ts';
import { applyResponse, type Crossing, fromCrossing } from './crossing.ts';
import type { Registration, SetupInput, TapRecord } from './messages.ts';
import { checkRegistrations } from './registration.ts';

/** The first and the longest pause between the end of a compartment and the start of the next one, in milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 30_000;

/** When a compartment has run for this long, the pause is reset; in milliseconds. */
const STABLE = 60_000;

type Run = (args: unknown[]) => Promise<unknown>;

/** Runs an isolated plugin in a generation: taps hooks and registers routes for it, and starts another compartment when one ends. */
export class Supervisor {
  readonly #host: PluginHost;
  readonly #input: SetupInput;
  readonly #start: () => Compartment;
  #compartment: Compartment | undefined;
  #reason = 'it has not started';
  /** The taps of the first compartment; a later one must make the same ones. */
  #taps = '';
  /** The calls made while the generation was built, which are repeated in each later compartment. */
  readonly #recorded: { readonly fn: number; readonly args: readonly unknown[]; readonly registered: string }[] = [];
  #pause = FIRST_PAUSE;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(host: PluginHost, input: SetupInput, start: () => Compartment) {
    this.#host = host;
    this.#input = input;
    this.#start = start;
  }

  /** Sets the plugin up in its first compartment, and taps its hooks. */
  async begin(): Promise<void> {
    const compartment = this.#start();
    try {
      const taps = await compartment.setUp(this.#host, this.#input);
      for (const tap of taps) this.#tap(tap);
      this.#taps = JSON.stringify(taps);
    } catch (error) {
      compartment.stop('was not needed');
      throw error;
    }
    this.#use(compartment);
  }

  /** Ends the compartment for good. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#compartment?.stop('was disposed of with its generation');
    this.#compartment = undefined;
  }

  #use(compartment: Compartment): void {
    this.#compartment = compartment;
    this.#since = Date.now();
    void compartment.ended.then((reason) => {
      if (this.#compartment !== compartment || this.#disposed) return;
      this.#compartment = undefined;
      if (Date.now() - this.#since > STABLE) this.#pause = FIRST_PAUSE;
      this.#scheduleRestart(reason);
    });
  }

  /** Starts another compartment after a pause, which doubles each time. */
  #scheduleRestart(reason: Error): void {
    const pause = this.#pause;
    this.#pause = Math.min(LONGEST_PAUSE, pause * 2);
    this.#reason = reason.message;
    const { plugin, log } = this.#host;
    log.error({ plugin }, `plugin "${plugin}": ${reason.message}; another starts in ${pause} ms`);
    this.#timer = setTimeout(() => void this.#restart(), pause).unref();
  }

  async #restart(): Promise<void> {
    const compartment = this.#start();
    try {
      const taps = await compartment.setUp(this.#host, this.#input);
      if (JSON.stringify(taps) !== this.#taps) throw new Error('it taps other hooks than before; reload the host');
      for (const { fn, args, registered } of this.#recorded) {
        if (JSON.stringify(await compartment.call(fn, args)) === registered) continue;
        throw new Error('it registers other routes than before; reload the host');
      }
    } catch (error) {
      compartment.stop('was not needed');
      if (!this.#disposed) this.#scheduleRestart(error as Error);
      return;
    }
    if (this.#disposed) compartment.stop('was not needed');
    else this.#use(compartment);
  }

  #call(fn: number, args: readonly unknown[]): Promise<unknown> {
    if (this.#compartment !== undefined) return this.#compartment.call(fn, args);
    return Promise.reject(new Error(`${this.#reason}, and no other has started`));
  }

  #tap({ hook, kind, options, fn }: TapRecord): void {
    const { hooks, plugin } = this.#host;
    const view = (kind === 'filter' ? hooks.filter(hook as never) : hooks.action(hook as never)) as unknown as {
      readonly declaration: { readonly timing: string; readonly params: readonly string[] };
      tapPromise(options: unknown, run: (...args: unknown[]) => Promise<unknown>): void;
    };
    const { timing, params } = view.declaration;
    const refuse = (why: string): never => {
      throw new Error(
        `"${plugin}" is isolated and cannot tap hook "${hook}", ${why}; tap another, or take isolated out`,
      );
    };
    if (timing === 'sync') refuse('which is synchronous: an isolated plugin has to be waited for');
    if (kind === 'filter' && params[0] === 'request') refuse('which passes on the request: that stays in the host');
    const run: Run =
      hook === 'rest_api_init'
        ? this.#runRegistering(fn)
        : hook === 'init'
          ? this.#runRecorded(fn)
          : this.#runIsolated(fn);
    view.tapPromise(options, (...args) => run(args));
  }

  #runIsolated(fn: number): Run {
    return async (args) => {
      const crossing = (await this.#call(fn, args)) as Crossing;
      const [first] = args;
      return Array.isArray(crossing) && crossing[0] === 'response' && isRestResponse(first)
        ? applyResponse(first, crossing[1] ?? {})
        : fromCrossing(crossing);
    };
  }

  /** The tap of `init`: its call is recorded and repeated in each later compartment. */
  #runRecorded(fn: number): Run {
    return async (args) => {
      const answer = await this.#call(fn, args);
      this.#recorded.push({ fn, args, registered: JSON.stringify(answer) });
      return undefined;
    };
  }

  /** The tap of `rest_api_init`: registers in the host what the plugin registers in its compartment. */
  #runRegistering(fn: number): Run {
    return async ([server]) => {
      const answer = checkRegistrations(await this.#call(fn, [server]));
      this.#recorded.push({ fn, args: [server], registered: JSON.stringify(answer) });
      for (const registration of answer) this.#register(server as RestServer, registration);
      return undefined;
    };
  }

  #register(server: RestServer, registration: Registration): void {
    const calling = (fn: number | undefined) =>
      fn === undefined
        ? undefined
        : async (...args: unknown[]) => fromCrossing((await this.#call(fn, args)) as Crossing);
    if (registration.what === 'field') {
      const { types, attribute, schema, get, update } = registration;
      server.registerField(types, attribute, {
        schema: schema as never,
        ...(get === undefined ? {} : { get_callback: calling(get) }),
        ...(update === undefined ? {} : { update_callback: calling(update) }),
      });
      return;
    }
    const { namespace, path, options, schema, groups, override } = registration;
    const endpoints = groups.map(({ data, callback, permission }): EndpointGroup => {
      const permitted = calling(permission);
      return {
        ...data,
        callback: calling(callback) as ((request: RestRequest) => Promise<unknown>) | undefined,
        ...(permitted === undefined ? {} : { permission_callback: permitted }),
      };
    });
    const args = { ...options, ...(schema === undefined ? {} : { schema: () => schema }), ...endpoints };
    server.registerRoute(namespace, path, args as RouteArgs, override);
  }
}
