import type { Goal, RateCase } from './cases/lane.ts';
import type { LoadResult } from './load/job.ts';
import { spread } from './median.ts';
import { judge, type LaneFigures, type Outcome, type Verdict } from './outcome.ts';
import type { LoadGenerator } from './processes/load-generator.ts';
import type { ContenderPool, Running } from './processes/pool.ts';
import { checkAlike } from './same-answers.ts';

/** How long and how often each lane is measured: many short rounds, because other processes disturb single rounds. */
export interface Effort {
  readonly rounds: number;
  /** The seconds of each round. */
  readonly seconds: number;
  /** The most seconds of warming up. */
  readonly warmUp: number;
  readonly connections: number;
}

interface Round extends LoadResult {
  /** Microseconds for each request. */
  readonly cpu: number;
}

/** The share of time above which a busy generator limits the server. */
const BUSY = 0.9;

/** A round of writes is this many times as long as one of reads, so that it contains background work such as checkpoints. */
const WRITES = 10;

/** The least number of rounds. */
const LEAST = 5;

/** The requests and seconds after which a server is warm, with its code compiled. */
const WARM = 8000;
const WARMING = 2;

/** Measures the lanes of a case in turns, after warming them up. */
export async function measureRates(
  one: RateCase,
  effort: Effort,
  pool: ContenderPool,
  load: LoadGenerator,
): Promise<Outcome> {
  const running = await pool.for(one.lanes);
  await checkAlike(one, running);
  return measureRunning(one, effort, running, load);
}

/** Measures the lanes of a case in turns, with contenders that run. */
export async function measureRunning(
  one: RateCase,
  effort: Effort,
  running: readonly Running[],
  load: LoadGenerator,
): Promise<Outcome> {
  const taken = await measureLanes(one, effort, running, load);
  const rounds = Object.fromEntries(one.lanes.map(({ name }, at) => [name, taken[at]!]));
  return {
    name: one.name,
    lanes: Object.fromEntries(Object.entries(rounds).map(([name, of]) => [name, figuresOf(of)])),
    verdicts: one.goals.map((goal) => verdictOf(goal, rounds)),
  };
}

/** The rounds of each lane, measured in turns with the contenders that run. */
async function measureLanes(
  one: RateCase,
  effort: Effort,
  running: readonly Running[],
  load: LoadGenerator,
): Promise<Round[][]> {
  const taken: Round[][] = one.lanes.map(() => []);
  // Latency is measured with one connection, so that no request waits for another.
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
  // Lanes with the same request to the same process are measured once.
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
  const { rounds, seconds } = one.lanes.some(({ writes }) => writes) ? inLongRounds(effort) : effort;
  for (let round = 0; round < rounds; round++) {
    for (const places of measured.values()) {
      const result = await measure(places[0]!, seconds);
      for (const at of places) taken[at]!.push(result);
    }
  }
  return taken;
}

/** The same total time in fewer rounds. */
export function inLongRounds({ rounds, seconds, ...others }: Effort): Effort {
  const fewer = Math.max(LEAST, Math.round(rounds / WRITES));
  return { ...others, rounds: fewer, seconds: (rounds * seconds) / fewer };
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
