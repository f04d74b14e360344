import { expect } from 'chai';
import { deferred, type Generation, RequestContext } from '../../../core/index.ts';
import database, { Database, loader } from '../../../plugins/database/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

describeOnDatabases('kept queries', (freshDatabase) => {
  let generation: Generation;
  let site: Database;

  beforeEach(async () => {
    generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    site = generation.services.get('spec', Database);
  });
  afterEach(() => generation.dispose());

  const byIds = (ids: readonly number[]) =>
    site.kept(`spec ${ids.length}`, () =>
      site.db.selectFrom('posts').select(['ID', 'post_title']).where('ID', 'in', ids),
    );

  it('are built once for a key, and run with the parameters of each time', async () => {
    const ids = [await site.insert('posts', { post_title: 'One' }), await site.insert('posts', { post_title: 'Two' })];
    expect(byIds([ids[0]!])).to.equal(byIds([ids[1]!]));
    for (const [at, post_title] of ['One', 'Two'].entries()) {
      expect(await site.rows(byIds([0]), [ids[at]!])).to.eql([{ ID: ids[at], post_title }]);
    }
  });

  it('are counted among the statements', async () => {
    const { count } = site.statements;
    await site.rows(byIds([1]));
    expect(site.statements.count).to.equal(count + 1);
  });

  it('see what the transaction has written in whose work they run, and others see it once it is committed', async () => {
    const begun = deferred();
    const writing = site.transaction(async () => {
      const id = await site.insert('posts', { post_title: 'Inside' });
      const seen = await site.rows(byIds([0]), [id]);
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await site.db.updateTable('posts').set({ post_title: 'Committed' }).where('ID', '=', id).execute();
      return { id, seen };
    });
    await begun.promise;
    const outside = await site.rows(site.kept('spec all', () => site.db.selectFrom('posts').select('post_title')));
    const { id, seen } = await writing;
    expect(seen).to.eql([{ ID: id, post_title: 'Inside' }]);
    expect(outside.map(({ post_title }) => post_title)).to.not.include('Inside');
    expect(await site.rows(byIds([0]), [id])).to.eql([{ ID: id, post_title: 'Committed' }]);
  });
});

describe('a loader', () => {
  const doubles = () => {
    const batches: (readonly number[])[] = [];
    const doubled = loader(new RequestContext(), 'spec', async (keys: readonly number[]) => {
      batches.push(keys);
      return keys.map((key) => key * 2);
    });
    return { batches, doubled };
  };

  it('has at once what it has found, been told or been filled with', async () => {
    const { batches, doubled } = doubles();
    expect(doubled.get(1)).to.be.a('promise');
    expect(await Promise.all([doubled.load(1), doubled.load(2)])).to.eql([2, 4]);
    await doubled.fill([2, 3, 3]);
    doubled.prime(9, 99);
    expect([1, 2, 3, 9].map((key) => doubled.get(key))).to.eql([2, 4, 6, 99]);
    expect(await doubled.load(3)).to.equal(6);
    expect(batches).to.eql([[1, 2], [3]]);
  });

  it('reads again what was cleared, even while it was on its way', async () => {
    const { batches, doubled } = doubles();
    await doubled.load(1);
    doubled.clear(1);
    expect(doubled.get(1)).to.be.a('promise');
    const filling = doubled.fill([5]);
    doubled.clearAll();
    await filling;
    expect(doubled.get(5)).to.be.a('promise');
    await doubled.load(5);
    expect(batches.flat().filter((key) => key === 5)).to.have.lengthOf(2);
  });
});
