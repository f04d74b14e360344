/**
 * Measures 200 reloads of a host with every plugin, one of which is saved anew each time: the memory in use after the
 * first ten and after the last, once garbage is collected, and how long a reload takes.
 * Run: `node --expose-gc --import tsx spec/bench/reloads.ts`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHost } from '../../host/index.ts';

const ROUNDS = 200;
const MB = 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'tappet-reloads-'));
const save = (round: number): void => {
  mkdirSync(join(folder, 'plugins/saved'), { recursive: true });
  writeFileSync(
    join(folder, 'plugins/saved/index.ts'),
    `export default { name: 'saved', version: '1.0.${round}', description: '', setup() {} };`,
  );
};

async function memory(): Promise<string> {
  for (let turn = 0; turn < 4; turn++) {
    await sleep(20);
    globalThis.gc?.();
  }
  const { rss, heapUsed } = process.memoryUsage();
  return `${Math.round(rss / MB)} MB resident, ${Math.round(heapUsed / MB)} MB of heap`;
}

save(0);
const settings = { database: `sqlite:${folder}/site.db`, plugins: [join(folder, 'plugins')] };
const host = await createHost({ logLevel: 'silent', options: { media: { folder } }, ...settings });
const times: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  save(round);
  const start = performance.now();
  await host.reload();
  times.push(performance.now() - start);
  if (round % 50 === 0 || round === 10) console.log(`after ${round} reloads: ${await memory()}`);
}
times.sort((one, two) => one - two);
console.log(`a reload takes ${Math.round(times[ROUNDS / 2]!)} ms at the median`);
await host.close();
rmSync(folder, { recursive: true });
