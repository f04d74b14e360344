import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataSet } from './data/data-set.ts';
import { spread } from './median.ts';
import { judge, type Outcome } from './outcome.ts';
import { freePort, settingsOf } from './processes/pool.ts';

const LIST = '/cms-json/cms/v2/posts';
/** The pause between two requests to a starting server, in milliseconds. */
const PAUSE = 2;

/** The times of a start up to the first answer, in milliseconds. */
interface Start {
  readonly time: number;
  /** Processor time of the process, user and system; undefined without `/proc`. */
  readonly cpu: number | undefined;
}

function cpuOf(pid: number): number | undefined {
  try {
    const tasks = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(tasks).map((task) =>
      parseInt(readFileSync(`${tasks}/${task}/schedstat`, 'utf8'), 10),
    );
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return undefined;
  }
}

/** Starts a process, and sends requests until it answers. */
async function startOnce(args: readonly string[], port: number): Promise<Start> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  try {
    while ((await statusOf(`http://127.0.0.1:${port}${LIST}`)) !== 200) {
      if (child.exitCode !== null) throw new Error(`${args[0]} ended before it answered`);
      await sleep(PAUSE);
    }
    return { time: performance.now() - start, cpu: cpuOf(child.pid!) };
  } finally {
    child.kill();
    await ended;
  }
}

const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', () => resolve(undefined));
  });

/** Measures `tappet serve` and the handler on Koa and better-sqlite3, from their start to the first list. */
export async function measureStart(
  name: string,
  posts: number,
  rounds: number,
  script: (name: string) => string,
): Promise<Outcome> {
  const set = await dataSet(posts);
  const starts: Record<string, (port: number) => string[]> = {
    'tappet serve': (port) => {
      const { dist } = settingsOf({ contender: 'as shipped', plugins: [] }, set);
      const address = ['--port', String(port), '--database', set.database];
      return [join(dist, 'host/bin.js'), 'serve', ...address];
    },
    'hand-written': (port) => [
      script('contenders/hand-written'),
      JSON.stringify(settingsOf({ contender: 'hand-written', plugins: [] }, set, port)),
    ],
  };
  const measured: Record<string, Start[]> = { 'tappet serve': [], 'hand-written': [] };
  // The first round loads the files into the page cache and does not count.
  for (let round = -1; round < rounds; round++) {
    for (const [contender, args] of Object.entries(starts)) {
      const port = await freePort();
      const one = await startOnce(args(port), port);
      if (round >= 0) measured[contender]!.push(one);
    }
  }
  const ratioOf = (what: keyof Start) =>
    spread(
      measured['tappet serve']!.map(
        (one, round) => (one[what] ?? NaN) / (measured['hand-written']![round]![what] ?? NaN),
      ),
    );
  const figures = Object.entries(measured).map(([contender, of]) => {
    const { median, min, max } = spread(of.map(({ time }) => time));
    const cpu = spread(of.map((one) => one.cpu ?? NaN)).median;
    const byCpu = Number.isNaN(cpu) ? '' : `, ${cpu.toFixed(0)} ms of processor time`;
    return [contender, `${median.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})${byCpu}`];
  });
  const byCpu = ratioOf('cpu').median;
  return {
    name,
    lanes: {},
    figures: Object.fromEntries(figures),
    verdicts: [
      judge(
        'tappet serve / hand-written, time to the first answer',
        ratioOf('time'),
        { atMost: 3 },
        Number.isNaN(byCpu) ? undefined : byCpu,
      ),
    ],
  };
}
