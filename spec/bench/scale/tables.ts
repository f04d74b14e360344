import { BUSY, CORES, capacityOf, type Measured, type Scenario } from './model.ts';
import { simulate } from './simulate.ts';

const HOSTS = [1, 10, 100];
const WRITES = [0.1, 1, 10];

const percent = (part: number): string => `${(part * 100).toFixed(part > 0.99 && part < 1 ? 1 : 0)} %`;

/** A number with three digits that count, and commas. */
const round = (number: number): string =>
  number < 100 ? number.toFixed(1) : Number(number.toPrecision(3)).toLocaleString('en-US');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

function measuredTable({ kept, list, create, heard, counted }: Measured): string {
  const rows: [string, number | undefined, number | undefined, number | undefined][] = [
    ['a list of ten posts from the cache of the host', kept.host, undefined, undefined],
    ['the same with nothing cached', list.host, list.database, undefined],
    ['creating a post', create.host, create.database, undefined],
    ['hearing of a post that another host has created', heard.host, undefined, undefined],
    ['counting a request', undefined, undefined, counted.redis],
  ];
  const cell = (ms: number | undefined) => (ms === undefined ? '' : ms.toFixed(3));
  return table(
    ['ms of a core', 'host', 'PostgreSQL', 'Redis'],
    rows.map(([name, ...times]) => [name, ...times.map(cell)]),
  );
}

const row = (label: string, scenario: Scenario, measured: Measured): string[] => {
  const { readers, hits, limit } = capacityOf(scenario, measured);
  return [label, String(scenario.writes), round(readers), readers === 0 ? '' : percent(hits), limit];
};

const hostsName = (hosts: number): string => `${hosts} host${hosts === 1 ? '' : 's'}`;

const capacities = (measured: Measured): string =>
  table(
    ['', 'posts written / s', 'requests of readers / s', 'cached in hosts', 'limit'],
    HOSTS.flatMap((hosts) =>
      WRITES.map((writes) => row(hostsName(hosts), { hosts, replicas: 0, writes, cdn: 0 }, measured)),
    ),
  );

/** How much a cache in front answers. */
const RATES = [0, 0.5, 0.9, 0.99, 0.999];

const inFront = (measured: Measured): string =>
  table(
    ['10 hosts, in front answered', 'posts written / s', 'requests of readers / s', 'cached in hosts', 'limit'],
    RATES.map((cdn) => row(percent(cdn), { hosts: 10, replicas: 0, writes: 1, cdn }, measured)),
  );

const replicated = (measured: Measured): string =>
  table(
    ['100 hosts and', 'posts written / s', 'requests of readers / s', 'cached in hosts', 'limit'],
    [0, 1, 2, 4, 8, 16].map((replicas) =>
      row(
        replicas === 0 ? 'no replica' : `${replicas} replica${replicas === 1 ? '' : 's'}`,
        { hosts: 100, replicas, writes: 1, cdn: 0 },
        measured,
      ),
    ),
  );

/** What is simulated, at what it carries: enough requests for some writes. */
export const SIMULATED: readonly (Scenario & { readonly requests: number })[] = [
  { hosts: 1, replicas: 0, writes: 1, cdn: 0, requests: 120_000 },
  { hosts: 1, replicas: 0, writes: 10, cdn: 0, requests: 60_000 },
  { hosts: 10, replicas: 0, writes: 10, cdn: 0, requests: 300_000 },
  { hosts: 10, replicas: 2, writes: 10, cdn: 0, requests: 300_000 },
];

/** The seed of the random numbers of the document. */
export const SEED = 20;

const simulated = (measured: Measured): string =>
  table(
    [
      '',
      'posts written / s',
      'requests / s',
      'cached, computed',
      'cached, simulated',
      'hosts busy',
      'database busy',
      'p50 ms',
      'p99 ms',
    ],
    SIMULATED.map(({ requests, ...scenario }) => {
      const { readers, hits } = capacityOf(scenario, measured);
      const found = simulate({ ...scenario, readers }, measured, { requests, seed: SEED });
      const { hosts, replicas, writes } = scenario;
      return [
        `${hostsName(hosts)}${replicas === 0 ? '' : `, ${replicas} replicas`}`,
        String(writes),
        round(readers),
        percent(hits),
        percent(found.hits),
        percent(found.usage.hosts),
        percent(found.usage.database),
        round(found.p50),
        round(found.p99),
      ];
    }),
  );

/** The most posts in a second that a primary stores which does nothing else. */
const mostWrites = ({ create }: Measured): string => round((BUSY * CORES.database * 1000) / create.database);

/** The tables of the document by name. */
export const tablesOf = (measured: Measured): Readonly<Record<string, string>> => ({
  measured: `${measuredTable(measured)}\n\nMeasured ${measured.date} under ten connections: ${measured.machine}, Node.js ${measured.node}, PostgreSQL ${measured.postgres}.`,
  machines: `A host has ${CORES.host} cores and a worker on each, a database ${CORES.database}; what is carried is what keeps each of them below ${percent(BUSY)} of its time.\nA primary that nothing else is asked of stores ${mostWrites(measured)} posts in a second.`,
  hosts: capacities(measured),
  'cache in front': inFront(measured),
  replicas: replicated(measured),
  simulated: simulated(measured),
});

const mark = (name: string): [string, string] => [`<!-- scale: ${name} -->\n`, '\n<!-- /scale -->'];

/** The document with the tables in their places. */
export function withTables(document: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, content]) => {
    const [begin, end] = mark(name);
    const start = text.indexOf(begin);
    const stop = text.indexOf(end, start);
    if (start < 0 || stop < 0) throw new Error(`the document has no place for "${name}"`);
    return `${text.slice(0, start + begin.length)}${content}${text.slice(stop)}`;
  }, document);
}
