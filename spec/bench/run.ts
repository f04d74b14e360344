/**
 * Measures requests per second of Tappet beside a hand-written handler that returns the same bytes from the
 * same database file. Every contender is a process of its own; rounds are interleaved, so that a machine that
 * changes its speed changes it for all. Ratios are what counts.
 *
 *     npm run bench                       all measurements
 *     npm run bench -- --only posts       those whose name contains "posts"
 *     npm run bench -- --rounds 7 --seconds 3 --json
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Contender, startContender } from './contender.ts';
import { load } from './load.ts';
import { measurements } from './measurements.ts';
import { seed } from './seed.ts';
import { type Figures, printTable, summarise } from './summary.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    posts: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'tappet-bench-'));
const database = join(folder, 'bench.db');
const contenders: Contender[] = [];
try {
  await seed(database, Number(options.posts));
  for (const name of ['tappet', 'hand-written']) contenders.push(await startContender(name, database));
  const results: Record<string, Figures> = {};
  for (const { name, path } of measurements.filter((one) => one.name.includes(options.only))) {
    await checkSameBytes(path);
    const rates = new Map<string, number[]>(contenders.map((contender) => [contender.name, []]));
    for (const contender of contenders) await load(contender.url + path, 1, Number(options.connections));
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const contender of contenders) {
        rates
          .get(contender.name)!
          .push(await load(contender.url + path, Number(options.seconds), Number(options.connections)));
      }
    }
    results[name] = summarise(rates);
  }
  if (options.json) console.log(JSON.stringify({ posts: Number(options.posts), results }, null, 2));
  else printTable(Number(options.posts), results);
} finally {
  for (const contender of contenders) contender.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A comparison of handlers that answer differently would say nothing. */
async function checkSameBytes(path: string): Promise<void> {
  const answers = await Promise.all(
    contenders.map(async ({ url }) => {
      const response = await fetch(url + path);
      return { status: response.status, body: (await response.text()).replaceAll(url, '') };
    }),
  );
  const [first, ...others] = answers;
  for (const other of others) {
    if (first?.status !== 200 || other.status !== 200 || other.body !== first.body) {
      throw new Error(
        `${path}: the contenders do not answer alike:\n${first?.body.slice(0, 3000)}\n${other.body.slice(0, 3000)}`,
      );
    }
  }
}
