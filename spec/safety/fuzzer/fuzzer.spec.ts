import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { DEMANDED_FAILURES } from '../../plugins/openapi/fuzz/demanded-failures.ts';
import { operationsOf, requestsOf } from '../../plugins/openapi/fuzz/requests.ts';
import { isExhaustive } from '../../support/sample.ts';
import { bombs, documented, mutated, raw, type Sent } from './attacks.ts';
import { type Answer, Target } from './target.ts';

/** How many requests are sent: `FUZZER_REQUESTS=1000000` is the long run, in which times and memory are held, too. */
const REQUESTS = Number(process.env.FUZZER_REQUESTS ?? (isExhaustive ? 10_000 : 4000));
const SEED = Number(process.env.FUZZER_SEED ?? Date.now() % 1_000_000);
const IS_LONG = process.env.FUZZER_REQUESTS !== undefined;
/** Whether times are held in a long run; not with `FUZZER_TIMES=off`, for machines that do other work meanwhile. */
const IS_TIMED = IS_LONG && process.env.FUZZER_TIMES !== 'off';

/** How many requests are under way at a time. */
const AT_ONCE = 16;
/** Every so many requests, one is written to a socket as it stands; slow bodies are sent beside them all. */
const RAW_EVERY = 25;
const SLOW = 20;

/** The most that an answer and the probe may take in a long run, in milliseconds, and how much memory may stay. */
const LONGEST = 1000;
const PROBE = 250;
const MEMORY = 1.1;

/** What a plugin writes elsewhere, or what would change the whole site. */
const LEFT_OUT = /url-details|oembed\/1\.0\/proxy|\/plugins|\/settings|\/themes/;

/** An answer to what was written as it stands: only a version or a place of application passwords may be unknown. */
const FAILED = /^HTTP\/1\.1 5(?!05|01)/;

const DEMANDED = new Set(DEMANDED_FAILURES.map(({ status, code }) => `${status} ${code}`));

/** Whether an answer is none that the interface demands. */
const isFailure = ({ status, code, isRetried }: Answer): boolean =>
  status >= 500 && !DEMANDED.has(`${status} ${code}`) && !(status === 503 && isRetried);

describe('the fuzzer', () => {
  let target: Target;
  let requests: Iterator<Sent>;
  let sockets: Iterator<string>;

  before(async () => {
    target = await Target.start();
    const { text } = (await target.send({ method: 'GET', path: '/openapi.json', headers: {} }))!;
    const document = JSON.parse(text);
    const operations = operationsOf(document).filter(({ path }) => !LEFT_OUT.test(path));
    const valid = requestsOf(document, operations).map(documented);
    const kinds = fc.oneof(
      { weight: 40, arbitrary: valid },
      { weight: 20, arbitrary: mutated(valid) },
      { weight: 1, arbitrary: bombs },
    );
    requests = streamOf(kinds, SEED);
    sockets = streamOf(raw, SEED);
  });
  after(() => target.close());

  it(`finds no failure, no hang and no leak (${REQUESTS} requests, seed ${SEED})`, async function () {
    this.timeout(0);
    const failures = new Map<string, string>();
    const note = (key: string, what: string) => {
      if (!failures.has(key) && failures.size < 50) failures.set(key, what);
    };
    const statuses: Record<string, number> = {};
    const send = async (sent: Sent) => {
      const answer = await target.send(sent);
      statuses[answer?.status ?? 'closed'] = (statuses[answer?.status ?? 'closed'] ?? 0) + 1;
      if (answer === undefined) return;
      const { method, path, headers, body } = sent;
      const told = `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 300)}`;
      if (isFailure(answer))
        note(
          `${answer.status} ${answer.code} ${answer.text.slice(0, 80)}`,
          `${told}\n  ${answer.status} ${answer.text.slice(0, 500)}`,
        );
      if (IS_TIMED && answer.took > LONGEST)
        note(`slow ${method} ${path.slice(0, 30)}`, `${told}\n  ${answer.took.toFixed(0)} ms`);
    };
    const run = async (count: number) => {
      let left = count;
      const worker = async () => {
        while (left-- > 0) {
          await send(requests.next().value);
          if (left % RAW_EVERY !== 0) continue;
          const answer = await target.write(sockets.next().value);
          if (FAILED.test(answer)) note(answer.slice(0, 30) + answer.slice(-80), answer.slice(0, 800));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    };
    const probes: number[] = [];
    const probing = new AbortController();
    const probe = async () => {
      while (!probing.signal.aborted) {
        const answer = await target.send({ method: 'GET', path: '/cms-json/cms/v2/types/post', headers: {} });
        if (answer !== undefined) probes.push(answer.took);
        await wait(100);
      }
    };

    // Caches are filled, and code is compiled, before memory is first looked at.
    await run(REQUESTS / 5);
    const before = await target.memory();
    const probed = probe();
    const slow = Promise.all(Array.from({ length: SLOW }, () => target.drip('/cms-json/cms/v2/posts')));
    await run(REQUESTS - REQUESTS / 5);
    await slow;
    probing.abort();
    await probed;
    const after = await target.memory();

    probes.sort((one, other) => one - other);
    const last = probes[Math.floor(probes.length * 0.999)] ?? 0;
    if (IS_LONG) console.log({ seed: SEED, statuses, before, after, probes: probes.length, 'p99.9': last });
    expect([...failures.values()].join('\n')).to.equal('');
    expect(target.isAlive).to.equal(true);
    expect(Object.keys(statuses)).to.include.members(['200', '201', '400', '401', '403', '404', '413']);
    // Caches are full after some ten thousand requests. The database, which grows by what is written, is not counted.
    expect(after / before, `${before} bytes before, ${after} after`).to.be.below(REQUESTS < 100_000 ? 1.5 : MEMORY);
    if (IS_TIMED) expect(last).to.be.below(PROBE);
  });
});

/** The values of an arbitrary, one after the other, without end. */
function* streamOf<T>(arbitrary: fc.Arbitrary<T>, seed: number): Generator<T, never> {
  for (let batch = 0; ; batch++) yield* fc.sample(arbitrary, { numRuns: 50, seed: seed + batch });
}
