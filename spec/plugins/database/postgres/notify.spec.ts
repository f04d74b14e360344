import { expect } from 'chai';
import pg from 'pg';
import type { Generation } from '../../../../core/generation.ts';
import database, { Database } from '../../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../../support/generation.ts';
import { describeOnPostgres, runOnServer } from '../../../support/on-databases.ts';
import { until } from '../../../support/until.ts';

/** What a version before made, which notified on one channel of the whole database. */
const FORMER = [
  `create function tappet_tell() returns trigger language plpgsql as
    'begin perform pg_notify(''tappet_changes'', tg_argv[0]); return null; end'`,
  `create trigger tappet_tell after insert or update or delete or truncate on wp_posts
    for each statement execute function tappet_tell('posts')`,
];

describeOnPostgres('what tells hosts of changes', (freshDatabase) => {
  const generations: Generation[] = [];
  after(async () => {
    for (const generation of generations) await generation.dispose();
  });

  /** Opens a site that watches for changes. */
  const open = async (url: string, prefix = 'wp_') => {
    const generation = await buildTestGeneration([database], { options: { database: { url, prefix } } });
    generations.push(generation);
    const site = generation.services.get('spec', Database);
    const cache = site.cache<string>({ name: 'spec', maxSize: 10 });
    await until(() => cache.isUsable);
    return { site, cache };
  };
  const write = (url: string, prefix = 'wp_') =>
    runOnServer(url, `insert into ${prefix}posts (post_title) values ('From elsewhere')`);

  it('leaves sites of other schemas and under other prefixes alone', async () => {
    const [url, elsewhere] = [await freshDatabase(), await freshDatabase()];
    const [one, prefixed, other] = [await open(url), await open(url, 'wp_2_'), await open(elsewhere)];
    for (const { cache } of [one, prefixed, other]) cache.set('posts', 'cached', ['posts']);
    await write(url, 'wp_2_');
    await until(() => prefixed.cache.get('posts') === undefined);
    expect([one, other].map(({ cache }) => cache.get('posts'))).to.eql(['cached', 'cached']);
    await write(url);
    await until(() => one.cache.get('posts') === undefined);
    expect(other.cache.get('posts')).to.equal('cached');
  });

  it('tells hosts of a version before, too, whose triggers stay', async () => {
    const url = await freshDatabase();
    const { site, cache } = await open(url);
    await runOnServer(url, ...FORMER, 'drop trigger tappet_notify on wp_posts');
    const former = new pg.Client({ connectionString: url });
    const told: unknown[] = [];
    former.on('notification', ({ payload }) => told.push(payload));
    await former.connect();
    try {
      await former.query('listen tappet_changes');
      // The next start finds a table without a trigger of its own.
      await open(url);
      cache.set('posts', 'cached', ['posts']);
      await write(url);
      await until(() => told.includes('posts') && cache.get('posts') === undefined);
    } finally {
      await former.end();
    }
    expect(site.sight).to.equal('seen');
  });
});
