import { expect } from 'chai';
import { buildFullSite, type FullSite, type FullSiteOptions } from '../support/full-site.ts';
import { describeOnDatabases } from '../support/on-databases.ts';
import { describeFailures, scenarioNames } from '../support/replay.ts';
import { replayPending } from './pending.ts';

function itAnswersAsRecorded(siteOptions: () => Promise<FullSiteOptions>): void {
  let site: FullSite;

  before(async () => {
    site = await buildFullSite(await siteOptions());
  });
  after(() => site.close());

  for (const name of scenarioNames()) {
    it(`answers as recorded in ${name}`, async () => {
      const { result, resolved } = await replayPending(site.generation, name, { users: site.users });
      expect(describeFailures(result)).to.equal('');
      expect(resolved, 'steps that pass, and are to be taken off spec/fixtures/pending-steps.json').to.deep.equal([]);
    });
  }

  it('leaves no file behind once all that was uploaded is deleted', async () => {
    expect(await site.files()).to.deep.equal([]);
  });
}

describeOnDatabases('the recorded exchanges', (freshDatabase) => {
  itAnswersAsRecorded(async () => ({ database: await freshDatabase() }));
});

describe('the recorded exchanges under the brand wp', () => {
  itAnswersAsRecorded(async () => ({ brand: 'wp' }));
});
