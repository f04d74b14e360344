/** What was measured of one machine: processor time in milliseconds for each request, of one core. */
export interface Measured {
  readonly machine: string;
  readonly node: string;
  readonly postgres: string;
  readonly date: string;
  /** A list that is answered from the cache of the host. */
  readonly kept: { readonly host: number };
  /** The same with nothing cached. */
  readonly list: { readonly host: number; readonly database: number };
  /** Creating a post. */
  readonly create: { readonly host: number; readonly database: number };
  /** What a host does about a post that another one has created. */
  readonly heard: { readonly host: number };
  /** What Redis does about a request that is counted. */
  readonly counted: { readonly redis: number };
}

/** A site: its machines, and what is asked of them. */
export interface Scenario {
  readonly hosts: number;
  readonly replicas: number;
  /** Posts that are written in a second. */
  readonly writes: number;
  /** Which part of the readers' requests a cache in front of all hosts answers. */
  readonly cdn: number;
}

/** The cores of each machine. A host has a worker for each of them, with a cache of its own; Redis uses one. */
export const CORES = { host: 4, database: 16, redis: 1 } as const;

/** How many addresses are read, by Zipf's law: the second half as often as the first, and so on. */
export const ADDRESSES = 1000;

/** Up to which part of its time a machine is used: beyond, waiting grows faster than what it carries. */
export const BUSY = 0.7;

/** How often each address is asked for, of all requests. */
export const popularity: readonly number[] = (() => {
  const weights = Array.from({ length: ADDRESSES }, (_, at) => 1 / (at + 1));
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight) => weight / sum);
})();

/**
 * Which part of the requests that reach the hosts is answered from their caches, for so many of them in a second. A write makes
 * every list out of date, and each worker makes each of them anew once it is asked for: of an address that it is asked for `asked` times
 * in a second, `writes / (asked + writes)` are the first ones after a write.
 */
export function hitRate(reads: number, { hosts, writes }: Pick<Scenario, 'hosts' | 'writes'>): number {
  const workers = hosts * CORES.host;
  return popularity.reduce((sum, part) => {
    const asked = (reads * part) / workers;
    return sum + (asked === 0 ? 0 : (part * asked) / (asked + writes));
  }, 0);
}

/** The parts of a site that may be its limit. */
export type Machine = 'hosts' | 'PostgreSQL' | 'replicas' | 'Redis';

/** Which part of their time machines are used, where readers ask so often in a second. */
export function usage(readers: number, scenario: Scenario, measured: Measured): Readonly<Record<Machine, number>> {
  const { hosts, replicas, writes, cdn } = scenario;
  const reads = readers * (1 - cdn);
  const hits = hitRate(reads, scenario);
  const missed = reads * (1 - hits);
  const { kept, list, create, heard, counted } = measured;
  const workers = hosts * CORES.host;
  // Milliseconds of each second; every worker hears of each write but its own ones.
  const ofHosts = reads * hits * kept.host + missed * list.host + writes * (create.host + (workers - 1) * heard.host);
  const ofMisses = missed * list.database;
  // A replica does again what the primary has done for a write, at most.
  const ofWrites = writes * create.database;
  const part = (milliseconds: number, cores: number) => milliseconds / 1000 / cores;
  return {
    hosts: part(ofHosts, workers),
    PostgreSQL: part(ofWrites + (replicas === 0 ? ofMisses : 0), CORES.database),
    replicas: replicas === 0 ? 0 : part(ofMisses / replicas + ofWrites, CORES.database),
    Redis: part((missed + writes) * counted.redis, CORES.redis),
  };
}

/** What a site carries, and what is used up first. */
export interface Capacity {
  /** Requests of readers in a second; 0 where the writes alone are too many. */
  readonly readers: number;
  readonly limit: Machine;
  /** Which part of those that reach the hosts their caches answer. */
  readonly hits: number;
}

/** The most requests of readers that no machine is too busy for. */
export function capacityOf(scenario: Scenario, measured: Measured): Capacity {
  const busiest = (readers: number) =>
    Object.entries(usage(readers, scenario, measured)).reduce((one, other) => (other[1] > one[1] ? other : one));
  let [least, most] = [0, 1];
  while (busiest(most)[1] < BUSY) most *= 2;
  for (let step = 0; step < 40; step++) {
    const middle = (least + most) / 2;
    if (busiest(middle)[1] < BUSY) least = middle;
    else most = middle;
  }
  const readers = least < 1 ? 0 : least;
  return { readers, limit: busiest(most)[0] as Machine, hits: hitRate(readers * (1 - scenario.cdn), scenario) };
}
