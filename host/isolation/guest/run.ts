/** Runs a plugin where it is isolated: loads it, sets it up, and calls its functions for the host. */
import { definePlugin, isRestResponse, type Logger, type PluginDefinition } from '../../../core/index.ts';
import { optionsOf } from '../../../core/plugin/index.ts';
import { decode, encode } from '../codec.ts';
import {
  type Crossing,
  errorOf,
  errorState,
  fromCrossing,
  type RequestLink,
  toCrossing,
  watchResponse,
} from '../crossing.ts';
import {
  type FromGuest,
  LOG_MARK,
  MESSAGE_MARK,
  type Outcome,
  type Question,
  type Registration,
  type SetupInput,
  type TapRecord,
  type ToGuest,
} from '../messages.ts';
import { createGuestHost, createGuestServer, Functions } from './plugin-host.ts';
import type { Port } from './port.ts';

/** The most characters of a line of the log. */
const LOG_LIMIT = 8000;

/** The part of the console that plugins write to. */
type Console = Record<'log' | 'debug' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>;

/** What runs a plugin. */
export interface Guest {
  /** Takes a message of the host. */
  receive(text: string): void;
  /** Writes to the host's log. */
  readonly console: Console;
}

/**
 * Loads a plugin and tells the host how that went.
 *
 * @param failed - Is told of each error that a function of the plugin has thrown.
 */
export function runPlugin(
  load: () => Promise<{ readonly default?: unknown }>,
  port: Port,
  failed: (error: unknown) => void = () => undefined,
): Guest {
  const functions = new Functions();
  const awaited = new Map<number, (outcome: Outcome) => void>();

  const send = (message: FromGuest, limit = port.limit): void =>
    port.send(`${message.type === 'log' ? LOG_MARK : MESSAGE_MARK}${encode(message, { limit, skipFunctions: true })}`);

  const ask = (question: Question): unknown => {
    const text = encode({ type: 'question', question } satisfies FromGuest, { limit: port.limit });
    const outcome = decode(port.ask(`${MESSAGE_MARK}${text}`)) as Outcome;
    if ('error' in outcome) throw errorOf(outcome.error as never);
    if (!('later' in outcome)) return outcome.value;
    return new Promise<Outcome>((resolve) => awaited.set(outcome.later, resolve)).then((later) => {
      if ('error' in later) throw errorOf(later.error as never);
      return (later as { value: unknown }).value;
    });
  };

  const link: RequestLink = {
    can: (call, args) => ask({ ask: 'can', call, args }) === true,
    cookie: (call, name) => ask({ ask: 'cookie', call, name }) as string | undefined,
  };

  const write = (level: keyof Logger, details: object | string, message?: string) => {
    const line = { type: 'log', level, details, ...(message === undefined ? {} : { message }) } as const;
    try {
      send(line, LOG_LIMIT);
    } catch {
      send({ type: 'log', level, details: 'a line that is too long, or cannot be sent, was dropped' });
    }
  };
  const at = (level: keyof Logger) => (details: object | string, message?: string) => write(level, details, message);
  const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const say =
    (level: keyof Logger) =>
    (...values: unknown[]) => {
      const texts = values.map((value) =>
        typeof value === 'object' && value !== null && !(value instanceof Error)
          ? encode(value, { limit: LOG_LIMIT, skipFunctions: true })
          : errorState(value).message,
      );
      write(level, {}, texts.join(' '));
    };

  const loading = (async () => {
    const { default: exported } = await load();
    if (typeof exported !== 'object' || exported === null)
      throw new TypeError('has no plugin as its default export; add export default definePlugin({ … })');
    return definePlugin(exported as PluginDefinition);
  })();

  async function setUp(definition: PluginDefinition, input: SetupInput): Promise<TapRecord[]> {
    const taps: TapRecord[] = [];
    const options = optionsOf(definition, input.location, input.options);
    await definition.setup(createGuestHost(definition.name, input, { ask, log, functions, taps }), options);
    return taps;
  }

  /** Calls a function of the plugin; returns its result, or the changes to a response that it was given and has changed. */
  async function call(fn: number, crossings: readonly Crossing[]): Promise<unknown> {
    const args = crossings.map((crossing) => fromCrossing(crossing, link));
    const registered: Registration[] = [];
    // Only `rest_api_init` has the server as its only argument.
    const isRegistering = crossings.length === 1 && crossings[0]![0] === 'server';
    if (isRegistering) args[0] = createGuestServer(registered, functions);
    const [first] = args;
    const changed = isRestResponse(first) ? watchResponse(first) : undefined;
    const answer = await functions.get(fn)(...args);
    if (isRegistering) return registered;
    return changed !== undefined && (answer === undefined || answer === first) ? changed() : toCrossing(answer);
  }

  const errorOutcome = (error: unknown): Outcome => {
    failed(error);
    return { error: errorState(error) };
  };

  async function report(of: (outcome: Outcome) => FromGuest, work: () => Promise<unknown>): Promise<void> {
    try {
      send(of({ value: await work() }));
    } catch (error) {
      try {
        send(of(errorOutcome(error)));
      } catch (second) {
        send(of(errorOutcome(new Error(errorState(second).message))));
      }
    }
  }

  function receive(text: string): void {
    const message = decode(text) as ToGuest;
    const result = (outcome: Outcome): FromGuest => ({ type: 'result', id: message.id, outcome });
    switch (message.type) {
      case 'ping':
        send({ type: 'pong', id: message.id });
        break;
      case 'settled':
        awaited.get(message.id)?.(message.outcome);
        awaited.delete(message.id);
        break;
      case 'setup':
        void report(result, async () => setUp(await loading, message.input));
        break;
      case 'call':
        void report(result, () => call(message.fn, message.args));
    }
  }

  void report(
    (outcome) => ({ type: 'loaded', outcome }),
    async () => {
      const { setup, options, hooks, ...data } = await loading;
      return data;
    },
  );
  return {
    receive,
    console: { log: say('info'), debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
  };
}
