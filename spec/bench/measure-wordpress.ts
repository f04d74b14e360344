import { fileURLToPath } from 'node:url';
import { DIST } from '../support/built.ts';
import { wordpressHindrance } from '../support/wordpress/pieces.ts';
import { startWordPress, type WordPressSite } from '../support/wordpress/site.ts';
import { fast, type RateCase } from './cases/lane.ts';
import { addPosts } from './data/wordpress-posts.ts';
import { type Effort, inLongRounds, measureRunning } from './measure-rates.ts';
import type { Outcome } from './outcome.ts';
import { Contender } from './processes/contender.ts';
import type { LoadGenerator } from './processes/load-generator.ts';
import type { Measured } from './processes/pool.ts';
import { usageOfTree } from './processes/process-tree.ts';
import type { ContenderSettings } from './processes/settings.ts';

const LIST = '/wp-json/wp/v2/posts';

/** A lane of ours: how Tappet runs, and how many times as fast as PHP it is wanted to be. */
interface OurLane {
  readonly cached: boolean;
  /** Whether tables and triggers of ours are made in the database. */
  readonly derive: boolean;
  readonly atLeast?: number;
}

const LANES: Readonly<Record<string, OurLane>> = {
  uncached: { cached: false, derive: true, atLeast: 15 },
  'as shipped': { cached: true, derive: true, atLeast: 100 },
  'uncached, nothing derived': { cached: false, derive: false },
  'as shipped, nothing derived': { cached: true, derive: false },
};

/**
 * Measures the same ten posts of the same database, from PHP and from Tappet beside it. Where no WordPress can run, the
 * outcome says why.
 */
export async function measureWordPress(
  name: string,
  posts: number,
  effort: Effort,
  script: (name: string) => string,
  load: LoadGenerator,
): Promise<Outcome> {
  if (wordpressHindrance !== undefined) {
    return { name, lanes: {}, figures: { 'not measured': wordpressHindrance }, verdicts: [] };
  }
  const site = await startWordPress();
  const started: Contender[] = [];
  try {
    await addPosts(site.database, posts, Object.values(site.users));
    const php = { url: site.url, usage: async () => usageOfTree(site.processes) };
    const servers: Record<string, Measured> = { php };
    for (const [name, lane] of Object.entries(LANES)) {
      const contender = await Contender.start(script('contenders/wordpress'), settingsOf(lane, site));
      started.push(contender);
      servers[name] = contender;
    }
    await checkSame(Object.entries(servers).map(([lane, { url }]) => ({ lane, url })));
    const one: RateCase = {
      name,
      lanes: Object.keys(servers).map((lane) => ({
        name: lane,
        contender: 'as shipped',
        posts,
        system: 'sqlite',
        plugins: [],
        writes: false,
        request: () => ({ path: LIST }),
      })),
      goals: Object.entries(LANES).flatMap(([lane, { atLeast }]) =>
        atLeast === undefined ? [] : [fast(lane, atLeast, 'php')],
      ),
    };
    const running = Object.values(servers).map((contender) => ({ contender, set: undefined as never }));
    return await measureRunning(one, inLongRounds(effort), running, load);
  } finally {
    for (const contender of started) await contender.stop();
    await site.close();
  }
}

const settingsOf = ({ cached, derive }: OurLane, { path, url }: WordPressSite): ContenderSettings => ({
  database: '',
  wordpress: { path, url, derive },
  port: 0,
  plugins: [],
  required: [],
  disabled: cached ? [] : ['response-cache'],
  cache: true,
  authorization: '',
  dist: fileURLToPath(DIST),
});

/** Throws where an answer is another one than that of PHP. */
async function checkSame(servers: readonly { readonly lane: string; readonly url: string }[]): Promise<void> {
  const answers = await Promise.all(
    servers.map(async ({ lane, url }) => {
      const answer = await fetch(url + LIST);
      const totals = ['x-wp-total', 'x-wp-totalpages'].map((header) => answer.headers.get(header));
      // PHP escapes slashes and letters beyond ASCII; members and their order are to be the same.
      return { lane, text: JSON.stringify([answer.status, totals, await answer.json()]) };
    }),
  );
  const [first, ...others] = answers;
  for (const { lane, text } of others) {
    if (text === first!.text) continue;
    const at = [...text].findIndex((letter, place) => letter !== first!.text[place]);
    const around = (given: string) => given.slice(Math.max(0, at - 80), at + 80);
    throw new Error(`${lane} answers with another text than php: …${around(text)}… is not …${around(first!.text)}…`);
  }
}
