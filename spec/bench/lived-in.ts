/**
 * Times every list of the interface, with each of its parameters and in each of its orders, on sites that the built
 * `tappet import` made, without any cache. It prints those that take longest on the largest site, beside the others.
 *
 *     npm run bench:lived-in                   1,000 and 100,000 posts; a site is made once
 *     npm run bench:lived-in -- 1000 10000     other sizes
 *     npm run bench:lived-in -- --only=users   paths that contain a text
 *     npm run bench:lived-in -- --rows=100     how many lists are printed; 40 unless given
 */
import { parseArgs } from 'node:util';
import type { CurrentUser } from '../../core/index.ts';
import { built } from '../support/built.ts';
import { ADMIN, dataSet } from './data/data-set.ts';
import { MIDDLE } from './data/export-file.ts';
import { listRequests, type SiteValues } from './data/list-requests.ts';
import { COMMON, RARE } from './data/texts.ts';
import { spread } from './median.ts';

const { createHost, RequestContext, RestRequest, serviceToken, UserLoader } = built;

/** How often a list is asked for; fewer times where that takes longer than this, in milliseconds. */
const TIMES = 5;
const LONGEST = 3_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, rows: { type: 'string', default: '40' } },
});
const sizes = positionals.length === 0 ? [1_000, 100_000] : positionals.map(Number);

/** What the requests name of a site with a number of posts. */
const valuesOf = (posts: number): SiteValues => ({
  rare: RARE,
  common: COMMON,
  middle: MIDDLE,
  post: Math.floor(posts / 2),
  page: posts + 11,
  category: 12,
  tag: 400,
  author: 5,
  comment: 1,
  depth: Math.floor(posts / 2),
});

/** Milliseconds by the number of the request; the paths are those of the last site. */
async function measure(posts: number): Promise<{ path: string; time: number }[]> {
  const host = await createHost({
    database: (await dataSet(posts)).database,
    logLevel: 'silent',
    cache: false,
    plugins: { disabled: ['response-cache'] },
  });
  const { server, services } = host.generation;
  const users = services.get('bench', serviceToken('user-store'));
  const { id } = (await users.byLogin(ADMIN))!;
  const admin = (await services.get('bench', UserLoader).load(id))!;
  const http = { tls: false, serverName: 'localhost', remoteAddress: '127.0.0.1', cookie: () => undefined };
  const ask = async (path: string, user?: CurrentUser) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const context = new RequestContext({ http, ...(user === undefined ? {} : { user }) });
    const query = Object.fromEntries(searchParams);
    const response = await server.serve(new RestRequest('GET', pathname, { query, context }));
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
    return response;
  };
  const times: { path: string; time: number }[] = [];
  for (const path of listRequests(server.routes, valuesOf(posts))) {
    // What visitors may not ask for, the administrator asks for.
    const user = (await ask(path)).status < 400 ? undefined : admin;
    const runs: number[] = [];
    const begin = performance.now();
    while (runs.length < TIMES && performance.now() - begin < LONGEST) {
      const start = performance.now();
      await ask(path, user);
      runs.push(performance.now() - start);
    }
    times.push({ path, time: spread(runs).median });
  }
  await host.close();
  return times;
}

const measured: { path: string; time: number }[][] = [];
for (const posts of sizes) measured.push(await measure(posts));
const rows = measured
  .at(-1)!
  .map(({ path }, at) => ({ path, times: measured.map((site) => site[at]!.time) }))
  .filter(({ path }) => path.includes(values.only))
  .sort((one, other) => other.times.at(-1)! - one.times.at(-1)!);
const cell = (text: string) => text.padStart(12);
const ratio = (times: readonly number[]) => times.at(-1)! / times[0]!;
process.stdout.write(
  `${sizes.map((posts) => cell(`${posts}`)).join('')}${cell('ratio')}  ms, median, by the number of posts\n`,
);
for (const { path, times } of rows.slice(0, Number(values.rows))) {
  const columns = [...times.map((time) => cell(time.toFixed(1))), cell(ratio(times).toFixed(1))];
  process.stdout.write(`${columns.join('')}  ${path}\n`);
}
const allowed = (path: string) => (path.includes('search=') ? 15 : 3);
const grown = rows.filter(({ path, times }) => ratio(times) > allowed(path)).length;
const slow = rows.filter(({ times }) => times.at(-1)! > 100).length;
process.stdout.write(
  `${rows.length} requests; on the largest site ${grown} take more than three times as long (searches 15), ${slow} more than 100 ms\n`,
);
