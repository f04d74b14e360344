import { expect } from 'chai';
import { Database } from '../../../plugins/database/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { UserRecord } from '../../../plugins/sessions/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

describeOnDatabases('a record of a user', (freshDatabase) => {
  let site: AuthSite;
  let record: UserRecord;
  let userId: number;

  before(async () => {
    site = await buildAuthSite({ databaseUrl: await freshDatabase({ again: true }) });
    const { services } = site.generation;
    record = new UserRecord(services.get('spec', Database), services.get('spec', MetaStore), 'spec_record');
    userId = (await site.addUser('alice')).id;
  });
  after(() => site.generation.dispose());
  beforeEach(() => record.change(userId, () => undefined));

  const add = (member: number) =>
    record.change(userId, (value) => [...((value as number[] | undefined) ?? []), member]);

  it('loses none of many changes made at once', async () => {
    await add(0);
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(index + 1)));
    const members = (await record.read(userId)) as number[];
    expect(members.sort((a, b) => a - b)).to.eql(Array.from({ length: 21 }, (_, index) => index));
  });

  it('loses none even when it did not exist before', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(index)));
    expect(await record.read(userId)).to.have.length(10);
  });

  it('is removed by undefined, and not written when given back as it was', async () => {
    await add(1);
    const { statements } = site.generation.services.get('spec', Database);
    const before = statements.count;
    await record.change(userId, (value) => value);
    const reading = statements.count - before;
    await add(2);
    expect(statements.count - before - reading).to.be.above(reading);
    expect(await record.change(userId, () => undefined)).to.equal(undefined);
    expect(await record.read(userId)).to.equal(undefined);
  });

  it('stays as it was when the change throws', async () => {
    await add(1);
    const failed = record.change(userId, () => {
      throw new Error('no');
    });
    expect(await failed.catch((error: Error) => error.message)).to.equal('no');
    expect(await record.read(userId)).to.eql([1]);
  });

  it('holds sessions: many begun at once are all good', async () => {
    const client = { ip: '127.0.0.1', userAgent: 'spec' };
    const begin = () => site.sessions.create(userId, { remember: false }, client);
    for (const { cookie } of await Promise.all(Array.from({ length: 8 }, begin))) {
      expect(await site.sessions.verify(cookie)).to.be.an('object');
    }
  });
});
