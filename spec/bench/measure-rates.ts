import type { Goal, RateCase } from './cases/lane.ts';
import type { LoadResult } from './load/job.ts';
import { spread } from './median.ts';
import { judge, type LaneFigures, type Outcome, type Verdict } from './outcome.ts';
import type { LoadGenerator } from './processes/load-generator.ts';
import type { ContenderPool, Running } from './processes/pool.ts';
import { checkAlike } from './same-answers.ts';

/** How long and how often each lane is measured. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** The most seconds of warming up. */
  readonly warmUp: number;
  readonly connections: number;
}

interface Round extends LoadResult {
  /** Microseconds a request. */
  readonly cpu: number;
}

/** A generator that is busy for more than this part of the time holds the server back. */
const BUSY = 0.9;

/** After so many requests a server is warm: what it runs has been compiled. */
const WARM = 8000;

/** Measures the lanes of a case in turns, after warming them up. */
export async function measureRates(
  one: RateCase,
  effort: Effort,
  pool: ContenderPool,
  load: LoadGenerator,
): Promise<Outcome> {
  const running = await pool.for(one.lanes);
  await checkAlike(one, running);
  // Times are those of requests that wait for no other.
  const isOfTimes = one.goals.some(({ by }) => by === 'p50');
  const connections = isOfTimes ? 1 : (one.connections ?? effort.connections);
  const measure = async (at: number, seconds: number): Promise<Round> => {
    const { contender, set } = running[at] as Running;
    const before = await contender.usage();
    const result = await load.run({
      url: contender.url,
      requests: [one.lanes[at]!.request(set)],
      connections,
      seconds,
    });
    const { cpu } = await contender.usage();
    return { ...result, cpu: (cpu - before.cpu) / result.requests };
  };
  // Of lanes that are the same request to the same process one is measured.
  const measured = new Map<string, number>();
  const places = one.lanes.map((lane, at) => {
    const { contender, set } = running[at] as Running;
    const key = JSON.stringify([contender.url, lane.request(set)]);
    if (!measured.has(key)) measured.set(key, at);
    return measured.get(key)!;
  });
  for (const at of measured.values()) {
    let warm = 0;
    for (let second = 0; second < effort.warmUp && warm < WARM; second++) warm += (await measure(at, 1)).requests;
  }
  const taken: Round[][] = one.lanes.map(() => []);
  for (let round = 0; round < effort.rounds; round++) {
    for (const at of measured.values()) taken[at]!.push(await measure(at, effort.seconds));
  }
  const rounds = Object.fromEntries(one.lanes.map(({ name }, at) => [name, taken[places[at]!]!]));
  return {
    name: one.name,
    lanes: Object.fromEntries(Object.entries(rounds).map(([name, of]) => [name, figuresOf(of)])),
    verdicts: one.goals.map((goal) => verdictOf(goal, rounds)),
  };
}

const figuresOf = (rounds: readonly Round[]): LaneFigures => ({
  rate: spread(rounds.map(({ rate }) => rate)),
  p50: spread(rounds.map(({ p50 }) => p50)),
  cpu: spread(rounds.map(({ cpu }) => cpu)),
  isHeldBack: spread(rounds.map(({ busy }) => busy)).median > BUSY,
});

function verdictOf({ of, to, by, atLeast, atMost }: Goal, rounds: Readonly<Record<string, readonly Round[]>>): Verdict {
  const [ours, theirs] = [rounds[of]!, rounds[to]!];
  const ratios = (key: 'rate' | 'p50' | 'cpu') => ours.map((round, at) => round[key] / theirs[at]![key]);
  const byCpu = by === 'rate' ? 1 / spread(ratios('cpu')).median : undefined;
  return judge(`${of} / ${to}${by === 'p50' ? ', time' : ''}`, spread(ratios(by)), { atLeast, atMost }, byCpu);
}
