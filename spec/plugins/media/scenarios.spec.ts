import { expect } from 'chai';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { describeFailures, replay } from '../../support/replay.ts';
import { type MediaSite, openMediaSite } from './media-site.ts';

describeOnDatabases('recorded scenarios of files', (freshDatabase) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ url: await freshDatabase() });
  });
  after(() => site.close());

  for (const [name, only] of [
    ['media-upload', undefined],
    ['media-crud', undefined],
    ['options-media-comments', (step: string) => step.startsWith('media')],
  ] as const) {
    it(`go as recorded: ${name}`, async () => {
      const result = await replay(site.generation, name, { users: site.users, only });
      expect(describeFailures(result)).to.equal('');
      expect(result.passed).to.be.above(0);
    });
  }

  it('leave no file behind once all they made is deleted', async () => {
    expect(await site.files()).to.deep.equal([]);
  });
});
