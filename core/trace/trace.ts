import type { MaybePromise } from '../base/maybe-promise.ts';
import { Span } from './span.ts';
import { beginTracing, endTracing, runIn } from './tracing.ts';

/** The most spans and statements that one trace records; of statements beyond that, the count and the time alone. */
const MOST_SPANS = 50_000;
const MOST_STATEMENTS = 10_000;

/** A statement that ran in a traced request. */
export interface Statement {
  /** The text, with placeholders in place of values. */
  readonly sql: string;
  /** Milliseconds since the trace began. */
  readonly start: number;
  /** In milliseconds. */
  readonly duration: number;
  /** The span that it was issued in. */
  readonly span: Span;
}

/** What a trace is to record. */
export interface TraceSettings {
  /** Also what each tap changes; texts are then rendered anew, so that every tap runs. */
  readonly details?: boolean;
  /** Also hooks that nothing taps. */
  readonly everyHook?: boolean;
}

/**
 * The record of one request's life: its hooks, taps, callbacks and statements, in the order in which they began. Work
 * that it `run`s is recorded, with whatever that work begins, until it ends or the trace is stopped.
 */
export class Trace {
  details: boolean;
  everyHook: boolean;
  readonly root: Span;
  readonly statements: Statement[] = [];
  /** How many statements ran, and how long they took together in milliseconds. */
  readonly sql = { count: 0, duration: 0 };
  readonly #origin = performance.now();
  #spans = 0;
  #running = 0;
  #stopped = false;

  constructor(name: string, { details = false, everyHook = false }: TraceSettings = {}) {
    this.details = details;
    this.everyHook = everyHook;
    this.root = new Span(this, 'request', name, undefined);
  }

  /** Whether anything is recorded at present. */
  get isRunning(): boolean {
    return this.#running > 0 && !this.#stopped;
  }

  /** Milliseconds since the trace began. */
  now(): number {
    return performance.now() - this.#origin;
  }

  /** Records work until it has ended; answers as the work does. */
  async run<T>(work: () => MaybePromise<T>): Promise<T> {
    this.#running++;
    beginTracing();
    try {
      return await runIn(this.root, work);
    } finally {
      this.#running--;
      this.root.close();
      endTracing();
    }
  }

  /** Records nothing from now on. */
  stop(): void {
    this.#stopped = true;
  }

  /** Notes a statement that was issued in a span. */
  addStatement(sql: string, start: number, span: Span): void {
    const duration = this.now() - start;
    this.sql.count++;
    this.sql.duration += duration;
    if (this.statements.length < MOST_STATEMENTS) this.statements.push({ sql, start, duration, span });
  }

  /** Takes room for one more span; false when there is none. */
  hasRoom(): boolean {
    return this.#spans++ < MOST_SPANS;
  }
}
