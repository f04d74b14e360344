import type { Goal, RateCase } from './cases/lane.ts';
import type { LoadResult } from './load/job.ts';
import { spread } from './median.ts';
import { judge, type LaneFigures, type Outcome, type Verdict } from './outcome.ts';
import type { LoadGenerator } from './processes/load-generator.ts';
import type { ContenderPool, Running } from './processes/pool.ts';
import { checkAlike } from './same-answers.ts';

/** How long and how often each lane is measured: shortly and often, as neighbours disturb a machine for a second or two. */
export interface Effort {
  readonly rounds: number;
  /** How long requests are sent in a round. */
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

/** How many rounds of reads one of writes takes the time of: what follows upon some writes belongs to all of them. */
const WRITES = 10;

/** How many rounds there are at least. */
const LEAST = 5;

/** After so many requests, and so many seconds, a server is warm: what it runs has been compiled. */
const WARM = 8000;
const WARMING = 2;

/** Measures the lanes of a case in turns, after warming them up. */
export async function measureRates(
  one: RateCase,
  effort: Effort,
  pool: ContenderPool,
  load: LoadGenerator,
): Promise<Outcome> {
  const { sittings = 1 } = one;
  const taken: Round[][] = one.lanes.map(() => []);
  for (let sitting = 0; sitting < sittings; sitting++) {
    if (sitting > 0) await pool.stop();
    const running = await pool.for(one.lanes);
    await checkAlike(one, running);
    await sit(one, { ...effort, rounds: Math.ceil(effort.rounds / sittings) }, running, load, taken);
  }
  const rounds = Object.fromEntries(one.lanes.map(({ name }, at) => [name, taken[at]!]));
  return {
    name: one.name,
    lanes: Object.fromEntries(Object.entries(rounds).map(([name, of]) => [name, figuresOf(of)])),
    verdicts: one.goals.map((goal) => verdictOf(goal, rounds)),
  };
}

/** Measures lanes with the contenders that run, and adds to what was taken of each. */
async function sit(
  one: RateCase,
  effort: Effort,
  running: readonly Running[],
  load: LoadGenerator,
  taken: readonly Round[][],
): Promise<void> {
  // Times are those of requests that wait for no other.
  const isOfTimes = one.goals.some(({ by }) => by === 'p50');
  const connections = isOfTimes ? 1 : effort.connections;
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
  const measured = new Map<string, number[]>();
  one.lanes.forEach((lane, at) => {
    const { contender, set } = running[at] as Running;
    const key = JSON.stringify([contender.url, lane.request(set)]);
    measured.set(key, [...(measured.get(key) ?? []), at]);
  });
  for (const [at] of measured.values()) {
    let warm = 0;
    for (let second = 0; second < effort.warmUp && (second < WARMING || warm < WARM); second++) {
      warm += (await measure(at!, 1)).requests;
    }
  }
  const { rounds, seconds } = one.lanes.some(({ writes }) => writes) ? ofWrites(effort) : effort;
  for (let round = 0; round < rounds; round++) {
    for (const places of measured.values()) {
      const result = await measure(places[0]!, seconds);
      for (const at of places) taken[at]!.push(result);
    }
  }
}

/** As much time in fewer rounds. */
function ofWrites({ rounds, seconds }: Effort): Pick<Effort, 'rounds' | 'seconds'> {
  const fewer = Math.max(LEAST, Math.round(rounds / WRITES));
  return { rounds: fewer, seconds: (rounds * seconds) / fewer };
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
