import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContenderName, Lane } from '../cases/lane.ts';
import { type DataSet, dataSet, scratchCopy } from '../data/data-set.ts';
import { Contender } from './contender.ts';
import type { Usage } from './probe.ts';
import type { ContenderSettings } from './settings.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The script of each contender; Tappet has one script for all cache settings. */
const SCRIPTS: Readonly<Record<ContenderName, string>> = {
  cold: 'tappet',
  'without the response cache': 'tappet',
  'as shipped': 'tappet',
  compressing: 'tappet',
  'no-op plugins': 'noop-plugins',
  'hand-written': 'hand-written',
  'bare node:http': 'bare-node',
};

/** A server that is measured. */
export interface Measured {
  readonly url: string;
  usage(): Promise<Usage>;
}

/** A running contender and its data set. */
export interface Running {
  readonly contender: Measured;
  readonly set: DataSet;
}

/** The contenders of the current case; those of the last case stop, unless they are used again. */
export class ContenderPool {
  readonly #script: (name: string) => string;
  readonly #running = new Map<
    string,
    Running & { readonly contender: Contender; readonly remove: () => Promise<void> }
  >();

  constructor(script: (name: string) => string) {
    this.#script = script;
  }

  /** The contenders of some lanes, in their order. */
  async for(lanes: readonly Lane[]): Promise<Running[]> {
    const wanted = new Set(lanes.map(keyOf));
    for (const [key, { contender, remove }] of this.#running) {
      if (wanted.has(key)) continue;
      await contender.stop();
      await remove();
      this.#running.delete(key);
    }
    const running: Running[] = [];
    for (const lane of lanes) running.push(await this.#of(lane));
    return running;
  }

  async #of(lane: Lane): Promise<Running> {
    const key = keyOf(lane);
    const known = this.#running.get(key);
    if (known !== undefined) return known;
    const stored = await dataSet(lane.posts, lane.system);
    const { set, remove } = lane.writes ? await scratchCopy(stored) : { set: stored, remove: async () => undefined };
    const contender = await Contender.start(this.#script(`contenders/${scriptOf(lane)}`), settingsOf(lane, set));
    const running = { contender, set, remove };
    this.#running.set(key, running);
    return running;
  }

  async stop(): Promise<void> {
    await this.for([]);
  }
}

/** The key of a lane's process; lanes with the same key share one. */
const keyOf = ({ contender, posts, system, plugins, writes }: Lane): string =>
  JSON.stringify([contender, posts, system, plugins, writes]);

/** The script of a lane's contender, of which there is one for each system where it is written by hand. */
const scriptOf = ({ contender, system }: Lane): string =>
  contender === 'hand-written' && system === 'postgres' ? 'hand-written-postgres' : SCRIPTS[contender];

/** The settings of a lane's contender. */
export const settingsOf = (
  { contender, plugins }: Pick<Lane, 'contender' | 'plugins'>,
  { database, authorization }: DataSet,
  port = 0,
): ContenderSettings => ({
  database,
  port,
  plugins: plugins.map((name) => join(ROOT, 'spec/bench/plugins', name)),
  required: contender === 'compressing' ? ['compression'] : [],
  disabled: contender === 'as shipped' || contender === 'compressing' ? [] : ['response-cache'],
  cache: contender !== 'cold',
  authorization,
  dist: join(ROOT, 'dist'),
});

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
