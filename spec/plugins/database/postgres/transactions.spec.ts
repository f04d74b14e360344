import { expect } from 'chai';
import pg from 'pg';
import type { Generation } from '../../../../core/generation.ts';
import database, { Database, type Parameter } from '../../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../../support/generation.ts';
import { describeOnPostgres } from '../../../support/on-databases.ts';
import { wavesOf } from '../../../support/waves.ts';

describeOnPostgres('a transaction', (freshDatabase) => {
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    const options = { url: await freshDatabase(), poolSize: 2 };
    generation = await buildTestGeneration([database], { options: { database: options } });
    site = generation.services.get('spec', Database);
  });
  afterEach(() => generation.dispose());

  const { query } = pg.Client.prototype;
  afterEach(() => {
    pg.Client.prototype.query = query;
  });
  /** Has another text sent in place of each. */
  const sending = (instead: (text: string) => string) => {
    pg.Client.prototype.query = function (this: pg.Client, config: string | pg.QueryConfig, ...others: unknown[]) {
      const sent = typeof config === 'string' ? instead(config) : { ...config, text: instead(config.text) };
      return (query as (...args: unknown[]) => unknown).call(this, sent, ...others);
    } as typeof query;
  };
  const sent = () => {
    const texts: string[] = [];
    sending((text) => {
      texts.push(text.split(/[; ]/)[0]!);
      return text;
    });
    return texts;
  };

  const read = () =>
    site.prepare('spec.titles', () => site.db.selectFrom('posts').select('post_title').orderBy('ID')).rows({});
  const titles = async () => (await read()).map(({ post_title }) => post_title);
  const rename = (id: number, title: string) =>
    site
      .prepare('spec.rename', (parameter: Parameter<{ id: number; title: string }>) =>
        site.db
          .updateTable('posts')
          .set({ post_title: parameter('title') })
          .where('ID', '=', parameter('id')),
      )
      .run({ id, title });
  const failing = () =>
    site
      .prepare('spec.failing', () => site.db.updateTable('posts').set((eb) => ({ menu_order: eb.lit(9e9) as never })))
      .run({});

  it('begins at the server with its first statements, and without any not at all', async () => {
    const texts = sent();
    await site.transaction(async () => undefined);
    expect(texts).to.eql([]);
    await site.transaction(async () => {
      await read();
      await read();
    });
    expect(texts).to.eql(['begin', 'select', 'select', 'commit']);
  });

  it('has statements that wait for none before go together, and run in their order', async () => {
    const { waves, statements, unnamed } = await wavesOf(() =>
      site.transaction(async () => {
        const id = await site.insert('posts', { post_title: 'one' });
        const [before, , after] = await Promise.all([titles(), rename(id, 'two'), titles(), site.lock('spec')]);
        expect([before, after]).to.eql([['one'], ['two']]);
      }),
    );
    expect({ waves, statements, unnamed }).to.eql({ waves: 2, statements: 5, unnamed: [] });
  });

  it('has those fail that were sent behind one that fails, each with its error, and stores nothing', async () => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    const failed = await site
      .transaction(async () => {
        await site.insert('posts', { post_title: 'one' });
        outcomes.push(...(await Promise.allSettled([read(), failing(), read(), rename(1, 'two')])));
      })
      .catch((error: unknown) => error);
    expect(outcomes.map(({ status }) => status)).to.eql(['fulfilled', 'rejected', 'rejected', 'rejected']);
    for (const outcome of outcomes.slice(1)) expect((outcome as PromiseRejectedResult).reason).to.equal(failed);
    expect(failed).to.include({ code: '22003' });
    expect(await titles()).to.eql([]);
  });

  it('stores nothing where it could not begin', async () => {
    await site.insert('posts', { post_title: 'before' });
    // Fails, and begins none.
    sending((text) => (text.startsWith('begin') ? 'select 1 / 0' : text));
    const writes = [
      () => site.insert('posts', { post_title: 'after' }),
      async () => void (await Promise.all([read(), rename(1, 'after')])),
      async () => {
        await read();
        await rename(1, 'after');
      },
    ];
    for (const write of writes) {
      const failed = await site.transaction<unknown>(write).catch((error: unknown) => error);
      expect(failed).to.include({ code: '22012' });
    }
    const onlyReading = await site.transaction(read).catch((error: unknown) => error);
    expect(onlyReading).to.include({ code: '22012' });
    pg.Client.prototype.query = query;
    expect(await titles()).to.eql(['before']);
    await site.transaction(() => rename(1, 'then'));
    expect(await titles()).to.eql(['then']);
  });
});
