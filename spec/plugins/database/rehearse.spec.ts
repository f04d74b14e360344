import { expect } from 'chai';
import database, { Database } from '../../../plugins/database/index.ts';
import { Rehearsal } from '../../../plugins/database/rehearse.ts';
import { buildTestGeneration } from '../../support/generation.ts';

describe('a rehearsal', () => {
  const site = async () => {
    const { services } = await buildTestGeneration([database], { options: { database: { url: 'sqlite::memory:' } } });
    const { db, transaction, afterCommit } = services.get('spec', Database);
    const insert = () => db.insertInto('options').values({ option_name: 'tried', option_value: '1' }).execute();
    const count = async () => (await db.selectFrom('options').selectAll().execute()).length;
    return { rehearsal: services.get('spec', Rehearsal), insert, count, transaction, afterCommit };
  };

  it('answers as its work does, and undoes what that stored, in transactions of its own too', async () => {
    const { rehearsal, insert, count, transaction } = await site();
    const during = await rehearsal.run(async () => {
      await transaction(insert);
      return count();
    });
    expect(during).to.equal(1);
    expect(await count()).to.equal(0);
  });

  it('undoes it when the work throws, and throws the same', async () => {
    const { rehearsal, insert, count } = await site();
    const failure = new Error('no');
    const thrown = await rehearsal
      .run(async () => {
        await insert();
        throw failure;
      })
      .catch((error: unknown) => error);
    expect(thrown).to.equal(failure);
    expect(await count()).to.equal(0);
  });

  it('runs no callbacks that wait for the end of a transaction', async () => {
    const { rehearsal, afterCommit } = await site();
    const ran: string[] = [];
    await rehearsal.run(async () => afterCommit(() => void ran.push('after the commit')));
    expect(ran).to.deep.equal([]);
  });
});
