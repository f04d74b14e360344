import type { ChildProcess } from 'node:child_process';
import { type Deferred, deferred, within } from '../../core/base/index.ts';

/** One end of the messages between two processes. */
export interface MessageEnd {
  /** Sends a message; `done` gets the error of one that cannot be sent. */
  send(message: object, done: (error: Error | null) => void): void;
  onMessage(take: (message: object) => void): void;
  onClosed(take: () => void): void;
}

/** The messages between this process and a child, or between a child and its parent, as the process at this end has them. */
export const messagesOf = (process: ChildProcess | NodeJS.Process): MessageEnd => {
  // Both send and hear alike, which their types do not say of the two together.
  const other = process as ChildProcess;
  return {
    send: (message, done) => void other.send(message, undefined, undefined, done),
    onMessage: (take) => void other.on('message', take),
    onClosed: (take) => void other.on('disconnect', take),
  };
};

/** What is done about a question on a topic, with its details; the result is the answer. */
export type Handlers = Readonly<Record<string, (details: never) => unknown>>;

type Message =
  | { readonly ask: string; readonly id: number; readonly details: unknown }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string };

/** Questions and answers between two processes: each side asks, and answers what the other asks. */
export class Channel {
  readonly #end: MessageEnd;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, Deferred<unknown>>();
  #last = 0;

  constructor(end: MessageEnd, handlers: Handlers) {
    this.#end = end;
    this.#handlers = handlers;
    end.onMessage((message) => void this.#take(message as Message));
    end.onClosed(() => {
      for (const id of [...this.#waiting.keys()]) this.#fail(id, 'the other process has ended');
    });
  }

  /** Asks the other process; rejects with its failure, when it ends, and where the answer takes too many milliseconds. */
  async ask<T>(topic: string, details?: unknown, milliseconds = 0): Promise<T> {
    const id = ++this.#last;
    const answer = deferred<unknown>();
    this.#waiting.set(id, answer);
    this.#send({ ask: topic, id, details }, (message) => this.#fail(id, message));
    if (milliseconds === 0) return (await answer.promise) as T;
    const late = () => new Error(`no answer within ${milliseconds} ms`);
    return within(answer.promise as Promise<T>, milliseconds, late).finally(() => this.#waiting.delete(id));
  }

  /** Tells the other process something, and does not wait. */
  tell(topic: string, details?: unknown): void {
    this.ask(topic, details).catch(() => undefined);
  }

  async #take(message: Message): Promise<void> {
    const { id } = message;
    if ('ask' in message) {
      const answer = await this.#answer(message.ask, message.details);
      // Who asked may have ended meanwhile.
      this.#send({ id, ...answer }, () => undefined);
    } else if ('failure' in message) this.#fail(id, message.failure);
    else {
      this.#waiting.get(id)?.resolve(message.value);
      this.#waiting.delete(id);
    }
  }

  async #answer(topic: string, details: unknown): Promise<{ value: unknown } | { failure: string }> {
    try {
      return { value: (await this.#handlers[topic]?.(details as never)) ?? null };
    } catch (error) {
      return { failure: (error as Error).message };
    }
  }

  #send(message: Message, failed: (message: string) => void): void {
    this.#end.send(message, (error) => {
      if (error !== null) failed(error.message);
    });
  }

  #fail(id: number, message: string): void {
    this.#waiting.get(id)?.reject(new Error(message));
    this.#waiting.delete(id);
  }
}
