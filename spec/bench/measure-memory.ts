import { lane } from './cases/lane.ts';
import type { DataSet } from './data/data-set.ts';
import type { BenchRequest } from './load/job.ts';
import { spread } from './median.ts';
import { judge, type Outcome } from './outcome.ts';
import type { LoadGenerator } from './processes/load-generator.ts';
import type { ContenderPool } from './processes/pool.ts';

const REQUESTS = 100_000;
const CONNECTIONS = 10;
const MB = 2 ** 20;
const LIST = '/cms-json/cms/v2/posts';

/** Pages of lists and single posts in turn, so that answers vary. */
const mixOf = ({ posts, some }: DataSet): BenchRequest[] =>
  Array.from({ length: Math.min(100, Math.floor(posts / 11)) }, (_, at) => [
    { path: `${LIST}?page=${at + 1}` },
    { path: `${LIST}/${some[(at * 37) % some.length]!.id}` },
  ]).flat();

/** Measures the resident memory of Tappet as shipped and of the hand-written handler, after 100,000 requests. */
export async function measureMemory(
  name: string,
  posts: number,
  pool: ContenderPool,
  load: LoadGenerator,
): Promise<Outcome> {
  const memory: Record<string, number> = {};
  for (const contender of ['as shipped', 'hand-written'] as const) {
    // One after the other, so that no earlier process is still running.
    await pool.stop();
    const [running] = await pool.for([lane(contender, posts, () => ({ path: LIST }))]);
    const { url } = running!.contender;
    const requests = mixOf(running!.set);
    await load.run({ url, requests, connections: CONNECTIONS, amount: REQUESTS });
    memory[contender] = (await running!.contender.usage()).memory;
  }
  const ratio = spread([memory['as shipped']! / memory['hand-written']!]);
  return {
    name,
    lanes: {},
    figures: Object.fromEntries(
      Object.entries(memory).map(([contender, bytes]) => [contender, `${Math.round(bytes / MB)} MB resident`]),
    ),
    verdicts: [judge('as shipped / hand-written, memory', ratio, { atMost: 1.6 })],
  };
}
