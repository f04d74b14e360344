import { expect } from 'chai';
import type { Generation } from '../../../core/generation.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

describeOnDatabases('a write of a transaction that nothing waits for', (freshDatabase) => {
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    site = generation.services.get('spec', Database);
  });
  afterEach(() => generation.dispose());

  const titles = async () =>
    (
      await site.prepare('spec.titles', () => site.db.selectFrom('posts').select('post_title').orderBy('ID')).rows({})
    ).map(({ post_title }) => post_title);
  const add = (post_title: string) => site.insertAll('posts', [{ post_title }]);
  const addNowhere = () => site.insertAll('nowhere', [{ column: 1 }]);

  it('is seen by what is read after it, and stored by the end', async () => {
    await site.transaction(async () => {
      site.unawaited(add('one'));
      expect(await titles()).to.eql(['one']);
      site.unawaited(add('two'));
    });
    expect(await titles()).to.eql(['one', 'two']);
  });

  it('undoes the transaction where it fails, which fails with it', async () => {
    const failed = await site
      .transaction(async () => {
        await add('one');
        site.unawaited(addNowhere());
        return 'done';
      })
      .catch((error: Error) => error.message);
    expect(failed).to.match(/nowhere/);
    expect(await titles()).to.eql([]);
  });

  it('undoes a savepoint alone where it is in one', async () => {
    await site.transaction(async () => {
      await add('one');
      const part = site.savepoint(async () => {
        await add('two');
        site.unawaited(addNowhere());
      });
      expect(await part.catch((error: Error) => error.message)).to.match(/nowhere/);
      await add('three');
    });
    expect(await titles()).to.eql(['one', 'three']);
  });

  it('is no matter of a transaction that fails for another reason', async () => {
    const failed = await site
      .transaction(async () => {
        site.unawaited(addNowhere());
        throw new Error('first');
      })
      .catch((error: Error) => error.message);
    expect(failed).to.match(/first|nowhere/);
    expect(await titles()).to.eql([]);
    await add('after');
    expect(await titles()).to.eql(['after']);
  });
});

describeOnDatabases('the id of a row that is to be stored', (freshDatabase) => {
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    site = generation.services.get('spec', Database);
  });
  afterEach(() => generation.dispose());

  it("is reserved on PostgreSQL, is no other row's, and elsewhere comes with the row", async () => {
    const reserve = () => site.transaction(() => site.reserveId('posts'));
    const first = await reserve();
    if (site.dialect !== 'postgres') return expect(first).to.equal(undefined);
    const ids = await Promise.all([
      reserve(),
      site.insert('posts', {}),
      site.transaction(async () => {
        const ID = (await site.reserveId('posts'))!;
        await site.insertAll('posts', [{ ID, post_title: String(ID) }]);
        return ID;
      }),
      site.insert('posts', {}),
      reserve(),
    ]);
    expect(new Set([first, ...ids]).size).to.equal(6);
    const stored = await site.db
      .selectFrom('posts')
      .select(['ID', 'post_title'])
      .where('post_title', '!=', '')
      .execute();
    expect(stored).to.eql([{ ID: ids[2], post_title: String(ids[2]) }]);
  });
});
