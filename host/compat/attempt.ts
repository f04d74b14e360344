import type { Generation } from '../../core/generation.ts';
import type { Answer } from '../bisect/answer.ts';
import type { Expectation } from '../bisect/bisect.ts';
import { userOf } from '../cli/command-request.ts';
import { Unmet } from './reply.ts';
import type { Step } from './step.ts';
import { Visitor } from './visitor.ts';

/** Why a step fails. */
export type Fault = Pick<Unmet, 'request' | 'expected' | 'got'>;

async function faultOf(step: Step, site: Visitor): Promise<Fault | null> {
  try {
    await step.run(site);
    return null;
  } catch (error) {
    if (error instanceof Unmet) return { request: error.request, expected: error.expected, got: error.got };
    return { request: step.does, expected: 'an answer', got: error instanceof Error ? error.message : String(error) };
  }
}

/** Prepares steps as an administrator of a generation; the body of the answer lists the fault of each step, or null. */
export const attempting = (steps: readonly Step[], who: string) => async (generation: Generation) => {
  const site = new Visitor(generation, await userOf(who, generation));
  return async (): Promise<Answer> => {
    const body: (Fault | null)[] = [];
    for (const step of steps) body.push(await faultOf(step, site));
    return { status: 200, body };
  };
};

/** The faults of steps, in their order; all steps fail if there is no answer. */
export function faultsIn({ body, failure = 'no answer' }: Answer, steps: readonly Step[]): (Fault | null)[] {
  if (Array.isArray(body)) return body as (Fault | null)[];
  return steps.map(({ does }) => ({ request: does, expected: 'an answer', got: failure }));
}

/** Expects a single step to work. */
export const expectWorking: Expectation = { isMet: ({ body }) => Array.isArray(body) && body[0] === null };
