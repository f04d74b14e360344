import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import type { Outcome, Question } from './messages.ts';
import { errorOf, plainCopy } from './values.ts';

/** How long a worker stands still for an answer of the host, in milliseconds. */
const PATIENCE = 30_000;

/** Asks the host and stands still until it has answered; the host never waits for a worker. */
export type Ask = (question: Question) => unknown;

/** Makes the way to ask: answers come through a port, and a shared flag wakes the thread. */
export function createAsk(port: MessagePort, flag: Int32Array, settle: (id: number) => Promise<unknown>): Ask {
  return (question) => {
    Atomics.store(flag, 0, 0);
    try {
      parentPort!.postMessage({ type: 'question', question });
    } catch {
      throw new TypeError('what an isolated plugin hands to the host must be data; functions do not cross');
    }
    if (Atomics.wait(flag, 0, 0, PATIENCE) === 'timed-out') throw new Error('the host did not answer');
    const outcome = receiveMessageOnPort(port)!.message as Outcome;
    if ('error' in outcome) throw errorOf(outcome.error as never);
    return 'later' in outcome ? settle(outcome.later) : outcome.value;
  };
}

/** Details of a line of the log, as they can cross. */
export const logDetails = (details: object | string): object | string =>
  typeof details === 'string' ? details : (plainCopy(details) as object);
