import type { RestRequest } from '../../core/index.ts';
import { Trace } from '../../core/trace/index.ts';

/**
 * A tap of `rest_trace_request` that has a part of the requests traced, of those that none before it has traced.
 *
 * @param part how many of them, from 0 to 1
 * @param isWanted whether the request that is answered is one of which a part is traced
 */
export const traceSample =
  (part: number, isWanted: () => boolean = () => true) =>
  (trace: Trace | null, { method, route }: RestRequest): Trace | null =>
    trace === null && isWanted() && Math.random() < part ? new Trace(`${method} ${route}`) : trace;
