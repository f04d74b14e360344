import type { CurrentUser, PluginHooks, RestRequest, RestResponse } from '../../core/index.ts';
import { runningSpan, Trace } from '../../core/trace/index.ts';
import { explain } from '../explain/index.ts';

/** Before everything that a route does, and behind everything that touches its answer. */
const FIRST = -10_000;
const LAST = 9_000;

/** How many explanations are stored until the page fetches them. */
const MOST_KEPT = 16;

interface Recording {
  readonly id: string;
  readonly request: RestRequest;
  response?: RestResponse;
  data?: unknown;
}

/** Explains requests that come with a header, whose value names the explanation, to users who may see it. */
export class Explanations {
  readonly header: string;
  readonly #capability: string;
  readonly #recordings = new WeakMap<Trace, Recording>();
  readonly #explanations = new Map<string, unknown>();

  constructor(header: string, capability: string) {
    this.header = header;
    this.#capability = capability;
  }

  tap(hooks: PluginHooks): void {
    const asks = (request: RestRequest) => this.#idOf(request) !== undefined;
    hooks.filter('rest_trace_request').tap('explorer', (trace, request) => {
      if (!asks(request)) return trace;
      const details = trace ?? new Trace(`${request.method} ${request.route}`);
      details.details = true;
      return details;
    });
    // The user is known by now; for one who may not see explanations, the trace stops.
    hooks.filter('rest_pre_dispatch').tap({ name: 'permission', stage: FIRST }, (result, _server, request) => {
      const [id, trace] = [this.#idOf(request), runningSpan()?.trace];
      if (id === undefined || trace === undefined) return result;
      if (request.user.can(this.#capability)) this.#recordings.set(trace, { id, request });
      else trace.stop();
      return result;
    });
    hooks.filter('rest_pre_serve_request').tap({ name: 'response', stage: LAST }, (_served, response) => {
      const recording = this.#running();
      if (recording !== undefined) recording.response = response;
    });
    hooks.filter('rest_pre_echo_response').tap({ name: 'data', stage: LAST }, (data) => {
      const recording = this.#running();
      if (recording !== undefined) recording.data = data;
      return data;
    });
    hooks.filter('rest_served').tap({ stage: LAST }, (served) => {
      const [trace, recording] = [runningSpan()?.trace, this.#running()];
      if (trace === undefined || recording === undefined) return served;
      const { id, request, data, response } = recording;
      this.#keep(`${request.user.id} ${id}`, explain(trace, data ?? {}, request, response));
      return served;
    });
  }

  /** Returns an explanation to the user who made the request, and removes it. */
  take(user: CurrentUser, id: string): unknown {
    const key = `${user.id} ${id}`;
    const found = this.#explanations.get(key);
    this.#explanations.delete(key);
    return found;
  }

  #keep(key: string, explanation: unknown): void {
    this.#explanations.set(key, explanation);
    const [oldest] = this.#explanations.keys();
    if (this.#explanations.size > MOST_KEPT) this.#explanations.delete(oldest!);
  }

  #running(): Recording | undefined {
    const trace = runningSpan()?.trace;
    return trace === undefined ? undefined : this.#recordings.get(trace);
  }

  /** The name in the header, if it is valid. */
  #idOf(request: RestRequest): string | undefined {
    const id = request.getHeader(this.header);
    return id !== null && /^[\w-]{8,64}$/.test(id) ? id : undefined;
  }
}
