import { expect } from 'chai';
import { Options } from '../../plugins/options/index.ts';
import { buildFullSite, type FullSite, type FullSiteOptions } from '../support/full-site.ts';
import { describeOnMysql, describeOnPostgres, mysqlFailure } from '../support/on-databases.ts';
import { describeFailures, replay, scenarioNames } from '../support/replay.ts';
import { isExhaustive } from '../support/sample.ts';

function itAnswersAsRecorded(siteOptions: () => Promise<FullSiteOptions>): void {
  let site: FullSite;

  before(async () => {
    site = await buildFullSite(await siteOptions());
    // The name of the site that was recorded.
    await site.generation.services.get('spec', Options).set('blogname', 'Reference');
  });
  after(() => site.close());

  for (const name of scenarioNames()) {
    it(`answers as recorded in ${name}`, async () => {
      const result = await replay(site.generation, name, { users: site.users });
      expect(describeFailures(result)).to.equal('');
    });
  }

  it('leaves no file behind once all that was uploaded is deleted', async () => {
    expect(await site.files()).to.deep.equal([]);
  });
}

describe('the recorded exchanges on SQLite', () => {
  itAnswersAsRecorded(async () => ({}));
});

describeOnPostgres('the recorded exchanges', (freshDatabase) => {
  itAnswersAsRecorded(async () => ({ database: await freshDatabase({ again: true }) }));
});

// Most sites of this brand are in such a database. Where there is none, the brand is tried on SQLite.
describeOnMysql('the recorded exchanges under the brand wp', (freshDatabase) => {
  itAnswersAsRecorded(async () => ({ brand: 'wp', database: await freshDatabase({ again: true }) }));
});

if (isExhaustive || mysqlFailure !== undefined)
  describe('the recorded exchanges under the brand wp on SQLite', () => {
    itAnswersAsRecorded(async () => ({ brand: 'wp' }));
  });
