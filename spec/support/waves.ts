import pg from 'pg';

/** How statements went to PostgreSQL. */
export interface Waves {
  /** How many there were on the site's tables, and locks. */
  readonly statements: number;
  /** How often one went while none was under way. */
  readonly waves: number;
  /** The texts of those that the server did not keep under a name. */
  readonly unnamed: readonly string[];
}

/** What belongs to a site: its tables, which begin with `wp_`, and its locks. */
const IS_COUNTED = /"wp_|pg_advisory/;

/** Has work done, and says how its statements went to PostgreSQL. Those of transactions themselves (`begin`, `commit`) are not counted. */
export async function wavesOf(work: () => Promise<void>): Promise<Waves> {
  const { query } = pg.Client.prototype;
  const unnamed: string[] = [];
  let [waves, statements, underWay] = [0, 0, 0];
  pg.Client.prototype.query = function (this: pg.Client, config: string | pg.QueryConfig, ...others: unknown[]) {
    const send = (...last: unknown[]) => (query as (...args: unknown[]) => unknown).call(this, config, ...last);
    const [answered] = others;
    if (typeof config === 'string' || typeof answered !== 'function' || !IS_COUNTED.test(config.text)) {
      return send(...others);
    }
    statements++;
    if (config.name === undefined) unnamed.push(config.text);
    if (underWay++ === 0) waves++;
    return send((...answer: unknown[]) => {
      underWay--;
      answered(...answer);
    });
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return { waves, statements, unnamed };
}
