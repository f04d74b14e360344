/** Puts servers under load, as a process of its own: takes a `LoadJob` as a message and answers with a `LoadResult`. */
import autocannon from 'autocannon';
import { type BenchRequest, type LoadJob, type LoadResult, UNIQUE } from './job.ts';

/** How long an answer is waited for, in seconds. */
const TIMEOUT = 120;

let bodies = 0;

/** A request as the generator takes it; the mark in its body becomes another number each time. */
function toSent({ method = 'GET', body, ...request }: BenchRequest): autocannon.Request {
  if (body?.includes(UNIQUE) !== true) return { method, body, ...request };
  // With the process in it, the text is new to a database that an earlier run has written to.
  const next = () => body.replaceAll(UNIQUE, `${process.pid}x${++bodies}`);
  return { method, ...request, setupRequest: (given) => ({ ...given, body: next() }) };
}

/**
 * Keeps a connection from making a text of each body, which nobody looks at and takes longer than to read its bytes:
 * they are all read and counted as before, and a body that is too short is one that has not ended.
 */
function dropBodies(client: autocannon.Client): void {
  const { pipelinedRequests } = client as unknown as { pipelinedRequests?: { addBody?: (data: Buffer) => void } };
  if (pipelinedRequests?.addBody === undefined) throw new Error('this version of autocannon keeps bodies elsewhere');
  pipelinedRequests.addBody = () => undefined;
}

/** Where nothing is answered in time, one answer to each connection is waited for. */
async function runToAnswers(job: LoadJob): Promise<LoadResult> {
  const result = await run(job);
  if (result.requests > 0 || result.failures > 0 || job.amount !== undefined) return result;
  return run({ ...job, amount: job.connections });
}

async function run({ url, requests, connections, seconds, amount }: LoadJob): Promise<LoadResult> {
  const sent = requests.map(toSent);
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const [started, used] = [performance.now(), process.cpuUsage()];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        ...(amount === undefined ? { duration: seconds } : { amount }),
        timeout: TIMEOUT,
        requests: sent,
        setupClient: (client) => {
          dropBodies(client);
          if (sent.length === 1) return;
          // Connections in step would all write at once.
          const start = Math.floor((next++ * sent.length) / connections);
          client.setRequests([...sent.slice(start), ...sent.slice(0, start)]);
        },
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on('response', (_client, status, _bytes, time) => {
      times.push(time);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  });
  const elapsed = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  times.sort((one, two) => one - two);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    requests: times.length,
    rate: result['2xx'] / result.duration,
    p50: at(0.5),
    p99: at(0.99),
    statuses,
    failures: result.non2xx + result.errors,
    busy: (user + system) / 1000 / elapsed,
  };
}

process.on('message', (job: LoadJob) => {
  runToAnswers(job).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ error: error.stack }),
  );
});
process.on('disconnect', () => process.exit());
process.send!('ready');
