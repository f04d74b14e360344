import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import type { Outcome, Question } from './messages.ts';
import { errorOf, plainCopy } from './values.ts';

/** How long a worker blocks for an answer of the host, in milliseconds. */
const ANSWER_TIMEOUT = 30_000;

/** Asks the host a question, and blocks the worker until the host has answered; the host itself never blocks. */
export type Ask = (question: Question) => unknown;

/**
 * Creates the function that asks the host: the answer comes through `port`, and `flag` wakes the thread.
 *
 * @param settle - Returns the promise of an answer that the host sends later.
 */
export function createAsk(port: MessagePort, flag: Int32Array, settle: (id: number) => Promise<unknown>): Ask {
  return (question) => {
    Atomics.store(flag, 0, 0);
    try {
      parentPort!.postMessage({ type: 'question', question });
    } catch {
      throw new TypeError('what an isolated plugin hands to the host must be data; functions do not cross');
    }
    if (Atomics.wait(flag, 0, 0, ANSWER_TIMEOUT) === 'timed-out') throw new Error('the host did not answer');
    const outcome = receiveMessageOnPort(port)!.message as Outcome;
    if ('error' in outcome) throw errorOf(outcome.error as never);
    return 'later' in outcome ? settle(outcome.later) : outcome.value;
  };
}

/** The details of a line of the log, without what cannot be posted to the host. */
export const logDetails = (details: object | string): object | string =>
  typeof details === 'string' ? details : (plainCopy(details) as object);
