import { setTimeout as sleep } from 'node:timers/promises';
import { lane } from './cases/lane.ts';
import type { DataSet } from './data/data-set.ts';
import { type BenchRequest, UNIQUE } from './load/job.ts';
import { spread } from './median.ts';
import { judge, type Outcome } from './outcome.ts';
import type { LoadGenerator } from './processes/load-generator.ts';
import type { ContenderPool } from './processes/pool.ts';

const CONNECTIONS = 200;
const SECONDS = 60;
const MB = 2 ** 20;
/** The growth of memory between the first and the last ten seconds that is tolerated. */
const SAME = 1.05;
const API = '/cms-json/cms/v2/posts';

/** A hundred requests: 90 lists, 9 single posts and a write, spread evenly. */
function mixOf({ posts, some, category, author, authorization }: DataSet): BenchRequest[] {
  const pages = Math.max(1, Math.min(20, Math.floor(posts / 10)));
  const list = (n: number): BenchRequest => {
    const page = 1 + (n % pages);
    const filter = ['', `&categories=${category}`, `&author=${author}`, '&_embed', '&_fields=id,title,link'][n % 5];
    return { path: n % 5 === 0 ? `${API}?page=${page}` : `${API}?per_page=10${filter}` };
  };
  const one = (n: number): BenchRequest => ({ path: `${API}/${some[(n * 37) % some.length]!.id}` });
  const write: BenchRequest = {
    method: 'POST',
    path: API,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Written amid reads ${UNIQUE}`, content: 'A few words.', status: 'publish' }),
  };
  return Array.from({ length: 100 }, (_, n) => (n === 50 ? write : n % 11 === 5 ? one(n) : list(n)));
}

/** Sends mixed traffic over 200 connections to Tappet as shipped for a minute. Throws if any request fails. */
export async function measureMixed(
  name: string,
  posts: number,
  pool: ContenderPool,
  load: LoadGenerator,
): Promise<Outcome> {
  await pool.stop();
  const [running] = await pool.for([lane('as shipped', posts, () => ({ path: API }), { writes: true })]);
  const { contender, set } = running!;
  const memory: number[] = [];
  let isOver = false;
  const watch = (async () => {
    for (; !isOver; await sleep(1000)) memory.push((await contender.usage()).memory);
  })();
  const requests = mixOf(set);
  const before = await contender.usage();
  const result = await load.run({ url: contender.url, requests, connections: CONNECTIONS, seconds: SECONDS });
  isOver = true;
  await watch;
  const { cpu } = await contender.usage();
  const early = spread(memory.slice(10, 20)).median;
  const late = spread(memory.slice(-10)).median;
  return {
    name,
    lanes: {},
    figures: {
      requests: `${result.requests}, ${result.rate.toFixed(0)} a second, none failed`,
      'p50, p99': `${result.p50.toFixed(1)} ms, ${result.p99.toFixed(1)} ms`,
      'processor time': `${((cpu - before.cpu) / result.requests).toFixed(0)} µs a request`,
      memory: `${(early / MB).toFixed(0)} MB after the first ten seconds, ${(late / MB).toFixed(0)} MB in the last`,
    },
    verdicts: [
      judge('p99 / p50', spread([result.p99 / result.p50]), { atMost: 8 }),
      judge('memory at the end / after ten seconds', spread([late / early]), { atMost: SAME }),
    ],
  };
}
