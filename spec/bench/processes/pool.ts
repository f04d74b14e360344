import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContenderName, Lane } from '../cases/lane.ts';
import { type DataSet, dataSet, scratchCopy } from '../data/data-set.ts';
import { Contender } from './contender.ts';
import type { ContenderSettings } from './settings.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CACHE = 'response-cache';
/** The script of each contender; Tappet is one whether or not it caches. */
const SCRIPTS: Readonly<Record<ContenderName, string>> = {
  tappet: 'tappet',
  untraced: 'untraced',
  'noop-plugins': 'noop-plugins',
  'silent-plugins': 'silent-plugins',
  shipped: 'tappet',
  'hand-written': 'hand-written',
  'bare-node': 'bare-node',
  'bare-koa': 'bare-koa',
};

/** A contender that runs, and the data set it runs on. */
export interface Running {
  readonly contender: Contender;
  readonly set: DataSet;
}

/** Whether Tappet has a response cache; without one, as shipped and without are the same program. */
export const hasCache = (): boolean => existsSync(join(ROOT, 'dist/plugins', CACHE));

/** The contenders of the case that is measured: those of the one before stop, unless they are wanted again. */
export class ContenderPool {
  readonly #script: (name: string) => string;
  readonly #running = new Map<string, Running & { readonly remove: () => void }>();

  constructor(script: (name: string) => string) {
    this.#script = script;
  }

  /** The contenders of some lanes, in their order. */
  async for(lanes: readonly Lane[]): Promise<Running[]> {
    const wanted = new Set(lanes.map(keyOf));
    for (const [key, { contender, remove }] of this.#running) {
      if (wanted.has(key)) continue;
      await contender.stop();
      remove();
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
    const kept = await dataSet(lane.posts);
    const { set, remove } = lane.writes ? scratchCopy(kept) : { set: kept, remove: () => undefined };
    const contender = await Contender.start(
      this.#script(`contenders/${SCRIPTS[lane.contender]}`),
      settingsOf(lane, set),
    );
    const running = { contender, set, remove };
    this.#running.set(key, running);
    return running;
  }

  async stop(): Promise<void> {
    await this.for([]);
  }
}

/** Lanes with one key are served by one process. */
const keyOf = ({ contender, posts, plugins, writes }: Lane): string =>
  JSON.stringify([contender === 'shipped' && !hasCache() ? 'tappet' : contender, posts, plugins, writes]);

/** What the contender of a lane is told. */
export const settingsOf = (
  { contender, plugins }: Pick<Lane, 'contender' | 'plugins'>,
  { database, authorization }: DataSet,
  port = 0,
): ContenderSettings => ({
  database,
  port,
  plugins: plugins.map((name) => join(ROOT, 'spec/bench/plugins', name)),
  disabled: contender !== 'shipped' && hasCache() ? [CACHE] : [],
  authorization,
  dist: join(ROOT, 'dist'),
});

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
