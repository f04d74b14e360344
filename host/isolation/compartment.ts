import { isPromise } from '../../core/base/index.ts';
import { isRestRequest, type PluginHost, type RestRequest, RestServer } from '../../core/index.ts';
import { answerTo } from './answer-question.ts';
import { decode, describeThrown, encode } from './codec.ts';
import { type Crossing, errorOf, errorState, toCrossing } from './crossing.ts';
import { Intake } from './intake.ts';
import { LogLines } from './log-lines.ts';
import {
  type Described,
  type FromGuest,
  LOG_MARK,
  type Outcome,
  type Question,
  type SetupInput,
  type TapRecord,
  type ToGuest,
} from './messages.ts';
import { requestState } from './request-state.ts';
import type { Deliver, Transport } from './transport.ts';

/** How long to wait for a `pong` that may already be in the queue, in milliseconds. */
const GRACE = 20;

/** The most questions of one plugin that are answered at the same time. */
const MOST_QUESTIONS = 256;

/** How many times the limit of messages all answers of a plugin within one request may take. */
const MESSAGES_A_REQUEST = 4;

/** The most bytes of what the host itself sends to set a plugin up. */
const SETUP_LIMIT = 64 * 2 ** 20;

/** The names of the members of a definition that an isolated plugin may have. */
const DESCRIBED: readonly (keyof Described)[] = [
  'name',
  'version',
  'description',
  'group',
  'author',
  'authorUri',
  'uri',
  'early',
  'optIn',
  'requires',
  'after',
  'replaces',
  'capabilities',
  'isolated',
  'cacheable',
  'settings',
];

interface Call {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly request?: RestRequest | undefined;
}

/** The settings that a compartment itself needs. */
export interface CompartmentLimits {
  readonly timeout: number;
  readonly startTimeout: number;
  readonly messageLimit: number;
}

/** Where one isolated plugin runs: a sandbox or a process. It is not started again once it has ended. */
export class Compartment {
  /** The data of the plugin's definition, without its functions. */
  readonly described: Promise<Described>;
  /** Resolves with the reason when the compartment has ended. */
  readonly ended: Promise<Error>;
  readonly #transport: Transport;
  readonly #limits: CompartmentLimits;
  readonly #intake = new Intake((text) => this.#take(text));
  readonly #logLines = new LogLines();
  readonly #calls = new Map<number, Call>();
  readonly #requests = new Map<number, RestRequest>();
  /** How many characters the plugin has answered within each request. */
  readonly #answered = new WeakMap<RestRequest, number>();
  #host: PluginHost | undefined;
  #seesCredentials = false;
  #questions = 0;
  #last = 0;
  #ping = 0;
  #pong = 0;
  #watch: NodeJS.Timeout | undefined;
  #over: Error | undefined;
  #end: (reason: Error) => void = () => undefined;

  /** @param start - Starts what the plugin runs in, which delivers its messages to the given function. */
  constructor(start: (deliver: Deliver) => Transport, limits: CompartmentLimits) {
    this.#limits = limits;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.described = new Promise((resolve, reject) => {
      this.#calls.set(0, { resolve: (value) => resolve(describedOf(value)), reject });
    });
    this.described.catch(() => undefined);
    this.#transport = start((text, done) => this.#intake.take(text, done));
    void this.#transport.ended.then((reason) => this.stop(reason));
    this.#onLateStart('load its plugin', this.described);
  }

  /** Why the compartment has ended, if it has. */
  get over(): Error | undefined {
    return this.#over;
  }

  /** Runs the plugin's setup and returns its taps. From then on, `host` answers the plugin's questions. */
  async setUp(host: PluginHost, input: SetupInput): Promise<TapRecord[]> {
    const { capabilities = [] } = await this.described;
    this.#host = host;
    this.#seesCredentials = capabilities.includes('authentication');
    const taps = this.#send((id) => ({ type: 'setup', id, input }), { limit: SETUP_LIMIT });
    this.#onLateStart('set its plugin up', taps);
    const list = listOf<TapRecord>(await taps);
    this.#startPings();
    return list;
  }

  /** Calls a function of the plugin; returns a crossing, or the registrations of `rest_api_init`. */
  call(fn: number, args: readonly unknown[]): Promise<unknown> {
    const request = args.find(isRestRequest);
    const reader = { plugin: this.#host?.plugin ?? '', seesCredentials: this.#seesCredentials };
    const isFirst = this.#calls.size === 0;
    const called = this.#send(
      (id) => ({
        type: 'call',
        id,
        fn,
        args: args.map(
          (value): Crossing =>
            value instanceof RestServer ? ['server'] : toCrossing(value, (one) => requestState(one, reader, id)),
        ),
      }),
      { request },
    );
    if (isFirst) this.#startPings();
    return called;
  }

  /** Ends the compartment; all pending calls fail. */
  stop(reason: string): void {
    if (this.#over !== undefined) return;
    this.#over = new Error(`its ${this.#transport.place} ${reason}`);
    clearInterval(this.#watch);
    this.#intake.close();
    this.#transport.stop();
    for (const { reject } of this.#calls.values()) reject(this.#over);
    this.#calls.clear();
    this.#requests.clear();
    this.#end(this.#over);
  }

  #send(
    message: (id: number) => ToGuest,
    { limit = this.#limits.messageLimit, request }: { limit?: number; request?: RestRequest | undefined },
  ): Promise<unknown> {
    if (this.#over !== undefined) return Promise.reject(this.#over);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject, request });
      if (request !== undefined) this.#requests.set(id, request);
      this.#transport.hold(true);
      try {
        this.#transport.send(encode(message(id), { limit, skipFunctions: true }));
      } catch (error) {
        this.#settle(id, { error: errorState(error) });
      }
    });
  }

  /** Takes a message, of which nothing is trusted but its length. */
  #take(text: string): void {
    if (text.startsWith(LOG_MARK) && !this.#logLines.admits(text.length)) return;
    try {
      const message = decode(text.slice(1)) as FromGuest;
      if (typeof message !== 'object' || message === null) throw new TypeError('it is no message');
      this.#handle(message, text.length);
    } catch (error) {
      this.stop(`has sent what is no message: ${errorState(error).message}`);
    }
  }

  #handle(message: FromGuest, length: number): void {
    switch (message.type) {
      case 'loaded':
        this.#settle(0, outcomeOf(message.outcome));
        break;
      case 'result':
        this.#settleAnswered(message.id, outcomeOf(message.outcome), length);
        break;
      case 'pong':
        this.#pong = message.id;
        break;
      case 'log':
        if (this.#host !== undefined) this.#logLines.write(message, this.#host.plugin, this.#host.log);
        break;
      case 'question':
        this.#answer(message.question);
        break;
      case 'failed':
        this.stop(`failed: ${describeThrown(message.message).message}`);
    }
  }

  /** Settles a call, unless the plugin has answered too much within the request that the call belongs to. */
  #settleAnswered(id: number, outcome: Outcome, length: number): void {
    const request = this.#calls.get(id)?.request;
    const limit = this.#limits.messageLimit * MESSAGES_A_REQUEST;
    const answered = length + (request === undefined ? 0 : (this.#answered.get(request) ?? 0));
    if (request !== undefined) this.#answered.set(request, answered);
    const tooMuch = {
      name: 'RangeError',
      message: `all that it answers within a request is larger than ${limit} bytes`,
    };
    this.#settle(id, answered > limit ? { error: tooMuch } : outcome);
  }

  #settle(id: number, outcome: Outcome): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    this.#requests.delete(id);
    if (this.#calls.size === 0 && this.#over === undefined) this.#transport.hold(false);
    if ('error' in outcome) call?.reject(errorOf(outcome.error as never));
    else call?.resolve((outcome as { value: unknown }).value);
  }

  /** Answers a question; when the answer is a promise, the plugin gets the number with which it is sent later. */
  #answer(question: Question): void {
    let outcome: Outcome;
    try {
      if (this.#host === undefined) throw new Error('services and hooks are there in setup and later');
      if (this.#questions >= MOST_QUESTIONS) throw new Error(`${MOST_QUESTIONS} questions wait for an answer already`);
      const answer = answerTo(question, this.#host, this.#requests, this.#seesCredentials);
      if (isPromise(answer)) {
        const id = ++this.#last;
        outcome = { later: id };
        this.#questions++;
        answer.then(
          (value) => this.#sendLater(id, { value }),
          (error) => this.#sendLater(id, { error: withoutStack(error) }),
        );
      } else outcome = { value: answer };
    } catch (error) {
      outcome = { error: withoutStack(error) };
    }
    this.#transport.answer(this.#encoded(outcome));
  }

  #sendLater(id: number, outcome: Outcome): void {
    this.#questions--;
    if (this.#over !== undefined) return;
    const settled = (told: Outcome): ToGuest => ({ type: 'settled', id, outcome: told });
    this.#transport.send(this.#encoded(outcome, settled));
  }

  /** The text of an outcome, or of the reason for which it cannot be sent. */
  #encoded(outcome: Outcome, message: (outcome: Outcome) => unknown = (told) => told): string {
    const options = { limit: this.#limits.messageLimit, skipFunctions: true };
    try {
      return encode(message(outcome), options);
    } catch (error) {
      return encode(message({ error: withoutStack(error) }), { ...options, limit: SETUP_LIMIT });
    }
  }

  /** Checks from now on, again and again, that the plugin does not block, whether or not it has been called. */
  #startPings(): void {
    const { timeout } = this.#limits;
    if (timeout === 0 || this.#over !== undefined) return;
    clearInterval(this.#watch);
    // Shorter than the timeout of a tap, so that the tap fails with this reason.
    const pause = timeout * 0.9;
    this.#sendPing();
    this.#watch = setInterval(() => {
      if (this.#pong === this.#ping) return this.#sendPing();
      const sent = this.#ping;
      setTimeout(() => {
        if (this.#pong < sent) this.stop(`was blocked for ${timeout} ms`);
      }, GRACE);
    }, pause).unref();
  }

  #sendPing(): void {
    this.#transport.send(encode({ type: 'ping', id: ++this.#ping } satisfies ToGuest, { limit: 100 }));
  }

  /** Ends the compartment if what it does at its start is not done in time. */
  #onLateStart(what: string, done: Promise<unknown>): void {
    const { startTimeout } = this.#limits;
    if (startTimeout === 0) return;
    const timer = setTimeout(() => this.stop(`did not ${what} within ${startTimeout} ms`), startTimeout);
    done.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }
}

const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? value : []);

/** An outcome that a plugin has sent; anything else is an error. */
const outcomeOf = (outcome: unknown): Outcome =>
  typeof outcome === 'object' && outcome !== null && ('value' in outcome || 'error' in outcome)
    ? (outcome as Outcome)
    : { value: undefined };

/** What an isolated plugin is told of an error of the host: not where in the host it was made. */
function withoutStack(error: unknown): object {
  const { stack, ...state } = errorState(error);
  return state;
}

/** The members of a definition that a plugin has sent. */
const describedOf = (sent: unknown): Described =>
  Object.fromEntries(
    Object.entries(typeof sent === 'object' && sent !== null ? sent : {}).filter(([name]) =>
      (DESCRIBED as readonly string[]).includes(name),
    ),
  ) as unknown as Described;
