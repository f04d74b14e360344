/**
 * Measures what plugins that do nothing cost, without HTTP: hosts in one process answer the first page of 1,000 posts in
 * turns, so that what else the machine does troubles all of them alike. Told is the processor time of a request below
 * which the quickest quarter of the turns lies.
 *
 *     npm run build
 *     node --import tsx spec/bench/in-process.ts
 *     node --import tsx spec/bench/in-process.ts --turns=60 --requests=60 --size=1000
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Host, PluginDefinition } from '../../host/index.ts';
import { dataSet } from './data/data-set.ts';
import { firedHooks, type HostModule, listRequest, noopPlugins } from './processes/noops.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000' },
    turns: { type: 'string', default: '30' },
    requests: { type: 'string', default: '60' },
  },
});
const [size, turns, requests] = [Number(values.size), Number(values.turns), Number(values.requests)];

const module: HostModule = await import(pathToFileURL(join(process.cwd(), 'dist/host/index.js')).href);
// Plugins that answer before anything is fired.
const disabled = existsSync('plugins/response-cache') ? ['response-cache'] : [];
const { database } = await dataSet(size);
const start = (folders: readonly PluginDefinition[]): Promise<Host> =>
  module.createHost({
    database: `sqlite:${database}`,
    logLevel: 'silent',
    plugins: { folders, disabled },
  });

const OF_LISTS = /^rest_(?:response_data|pre_echo_response)$/;
const OF_TEXTS = /^(?:the_|get_the_|render_)/;
const OF_ITEMS =
  /^(?:rest_(?:prepare|post_links|post_item_state|url$|route_for|requested_fields)|post_link|wp_revisions_to_keep)/;

const plain = await start([]);
const all = await firedHooks(module, plain);
const once = all.filter((name) => !OF_LISTS.test(name) && !OF_TEXTS.test(name) && !OF_ITEMS.test(name));
const but = (pattern: RegExp) => all.filter((name) => !pattern.test(name));
const noops = (names: readonly string[], options = {}) => start(noopPlugins(module, names, options));

const hosts: Record<string, Host> = {
  tappet: plain,
  [`pure, on ${all.length} hooks`]: await noops(all, { pure: true, concerns: () => false }),
  [`silent, on ${once.length} hooks that fire once`]: await noops(once),
  'silent, and on those of lists': await noops([...once, ...all.filter((name) => OF_LISTS.test(name))]),
  'silent, on all but those of texts': await noops(but(OF_TEXTS)),
  [`silent, on all ${all.length} hooks`]: await noops(all),
};

const bodies = new Set<string>();
const ask = async (host: Host, count: number): Promise<number> => {
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) {
    const { body } = await host.generation.server.serve(listRequest(module));
    if (at === 0) bodies.add(String(body));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
};

const times = new Map(Object.keys(hosts).map((name) => [name, [] as number[]]));
for (const host of Object.values(hosts)) await ask(host, 1000);
for (let turn = 0; turn < turns; turn++) {
  for (const [name, host] of Object.entries(hosts)) times.get(name)!.push(await ask(host, requests));
}
const quarter = (name: string) => times.get(name)!.toSorted((one, other) => one - other)[turns >> 2]!;
for (const name of Object.keys(hosts)) {
  const share = quarter('tappet') / quarter(name);
  console.log(`${name.padEnd(48)} ${quarter(name).toFixed(0).padStart(6)} µs   rate ${share.toFixed(2)}`);
}
if (bodies.size > 1) throw new Error(`the hosts answered with ${bodies.size} different bodies`);
for (const host of Object.values(hosts)) await host.close();
