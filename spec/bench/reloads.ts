/**
 * Measures reloads of the built host under load: a plugin is saved 200 times while connections request lists and the
 * plugin's route. Prints the memory of the process, how long a save takes until it is live, and every answer that failed
 * or was made by two generations.
 * Run: `npm run build && node --import tsx spec/bench/reloads.ts`; see README.md beside this file for its flags.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { copyDatabase } from '../support/copy-database.ts';
import { ServingProcess } from '../support/serving-process.ts';
import { dataSet } from './data/data-set.ts';
import { fileOf } from './data/sqlite-store.ts';

const MB = 2 ** 20;

const { values: flags } = parseArgs({
  options: {
    reloads: { type: 'string', default: '200' },
    connections: { type: 'string', default: '50' },
    posts: { type: 'string', default: '200' },
    by: { type: 'string', default: 'watch' },
    warm: { type: 'string', default: '10' },
  },
});
const byWatch = flags.by === 'watch';

/** A plugin that puts a number into three places of each answer, which must agree. */
const source = (number: number): string => `import { definePlugin } from 'tappet';
import { number } from './number.ts';
export default definePlugin({
  name: 'signing', version: '1.0.${number}', description: 'Signs.', capabilities: ['content:read', 'requests'],
  setup({ hooks }) {
    hooks.action('rest_api_init').tap('signing', (server) => {
      server.registerRoute('signing/v1', '/number', { permission_callback: () => true, callback: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { number, own: ${number} };
      } });
      server.registerRoute('signing/v1', '/memory', { permission_callback: () => true, callback: () => process.memoryUsage() });
    });
    hooks.filter('rest_prepare_post').tap('signing', (response) => {
      Object.assign(response.data, { number, own: ${number} });
      return response;
    });
    hooks.filter('rest_post_dispatch').tap('signing', (response) => response.header('X-Number', '${number}'));
  },
});`;

const folder = mkdtempSync(join(tmpdir(), 'tappet-reloads-'));
const save = (number: number): void => {
  mkdirSync(join(folder, 'plugins/signing'), { recursive: true });
  writeFileSync(join(folder, 'plugins/signing/number.ts'), `export const number: number = ${number};`);
  writeFileSync(join(folder, 'plugins/signing/index.ts'), source(number));
};

interface Answer {
  readonly status: number;
  readonly number: string | undefined;
  readonly json: unknown;
}

const agent = new Agent({ keepAlive: true });
const ask = (url: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('error', reject).on('end', () => {
        const number = response.headers['x-number'] as string | undefined;
        resolve({ status: response.statusCode ?? 0, number, json: JSON.parse(text) });
      });
    }).on('error', reject);
  });

/** The fault of an answer; undefined if one generation made all of it. */
function fault({ status, number, json }: Answer): string | undefined {
  if (status !== 200) return `status ${status}`;
  const signed = [json].flat() as { number: number; own: number }[];
  if (signed.length === 0) return 'an empty list';
  const mixed = signed.find((one) => String(one.number) !== number || String(one.own) !== number);
  return mixed && `signed ${number}, ${mixed.number} and ${mixed.own}`;
}

/** Sends requests without pause over a number of connections, until it is stopped. */
function startLoad(paths: readonly string[], connections: number) {
  let going = true;
  let answers = 0;
  const faults: string[] = [];
  const loops = Array.from({ length: connections }, async (_, start) => {
    for (let turn = start; going; turn++) {
      const wrong = await ask(paths[turn % paths.length]!).then(fault, (error: Error) => error.message);
      if (wrong !== undefined) faults.push(wrong);
      answers++;
    }
  });
  return async () => {
    going = false;
    await Promise.all(loops);
    return { answers, faults };
  };
}

/** Waits until the host has been reloaded so many times. Throws where its process has ended. */
async function reloaded(host: ServingProcess, count: number): Promise<void> {
  while ((host.output.match(/^Reloaded in/gm)?.length ?? 0) < count) {
    process.kill(host.id, 0);
    await sleep(2);
  }
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

save(0);
copyDatabase(fileOf((await dataSet(Number(flags.posts))).name), join(folder, 'site.db'));
const host = await ServingProcess.start(
  folder,
  ...(byWatch ? ['--watch'] : []),
  ...['--database', `sqlite:${folder}/site.db`, '--plugins', join(folder, 'plugins')],
);
const url = `${host.address}/cms-json`;
const stop = startLoad([`${url}/signing/v1/number`, `${url}/cms/v2/posts`], Number(flags.connections));
await sleep(Number(flags.warm) * 1000);
const resident: number[] = [];
const times: number[] = [];
try {
  for (let round = 1; round <= Number(flags.reloads); round++) {
    const start = performance.now();
    save(round);
    if (!byWatch) process.kill(host.id, 'SIGHUP');
    await reloaded(host, round);
    times.push(performance.now() - start);
    const { rss, heapUsed, heapTotal, external } = (await ask(`${url}/signing/v1/memory`)).json as NodeJS.MemoryUsage;
    resident.push(rss);
    if (round === 1 || round % 10 === 0) {
      const [total, used, heap, beyond] = [rss, heapUsed, heapTotal, external].map((bytes) => Math.round(bytes / MB));
      const since = Math.round(median(times.slice(-10)));
      console.log(
        `${round} reloads: ${total} MB resident, ${used} of ${heap} MB of heap, ${beyond} MB beside it; ${since} ms`,
      );
    }
    await sleep(50);
  }
} finally {
  const { answers, faults } = await stop();
  const [first, last] = [resident.slice(0, 10), resident.slice(-10)].map((part) => mean(part) / MB) as [number, number];
  console.log(`a save is live after ${Math.round(median(times))} ms at the median of ${times.length}`);
  console.log(
    `resident: ${Math.round(first)} MB over the first ten, ${Math.round(last)} MB over the last ten: ${((last / first - 1) * 100).toFixed(1)} %`,
  );
  console.log(
    `${answers} answers, ${faults.length} of them failed or mixed ${[...new Set(faults)].slice(0, 5).join('; ')}`,
  );
  await host.stop();
  agent.destroy();
  rmSync(folder, { recursive: true });
}
