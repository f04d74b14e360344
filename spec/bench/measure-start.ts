import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataSet } from './data/data-set.ts';
import { spread } from './median.ts';
import { judge, type Outcome } from './outcome.ts';
import { freePort, settingsOf } from './processes/pool.ts';

const LIST = '/cms-json/cms/v2/posts';
/** Between two tries to be answered, in milliseconds. */
const PAUSE = 2;

/** How long after its start a process answers its first request, in milliseconds. */
async function timeToAnswer(args: readonly string[], port: number): Promise<number> {
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
    return performance.now() - start;
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
      const { dist } = settingsOf({ contender: 'shipped', plugins: [] }, set);
      const address = ['--port', String(port), '--database', `sqlite:${set.database}`];
      return [join(dist, 'host/bin.js'), 'serve', ...address];
    },
    'hand-written': (port) => [
      script('contenders/hand-written'),
      JSON.stringify(settingsOf({ contender: 'hand-written', plugins: [] }, set, port)),
    ],
  };
  const times: Record<string, number[]> = { 'tappet serve': [], 'hand-written': [] };
  // The first round brings the files into memory and does not count.
  for (let round = -1; round < rounds; round++) {
    for (const [contender, args] of Object.entries(starts)) {
      const port = await freePort();
      const time = await timeToAnswer(args(port), port);
      if (round >= 0) times[contender]!.push(time);
    }
  }
  const ratios = times['tappet serve']!.map((time, round) => time / times['hand-written']![round]!);
  const figures = Object.entries(times).map(([contender, of]) => {
    const { median, min, max } = spread(of);
    return [contender, `${median.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})`];
  });
  return {
    name,
    lanes: {},
    figures: Object.fromEntries(figures),
    verdicts: [judge('tappet serve / hand-written, time to the first answer', spread(ratios), { atMost: 2.5 })],
  };
}
