import { expect } from 'chai';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { describeFailures, replay, scenarioNames } from '../support/replay.ts';

for (const brand of ['cms', 'wp']) {
  describe(`the recorded exchanges, brand ${brand}`, () => {
    let site: FullSite;

    before(async () => {
      site = await buildFullSite({ brand });
    });
    after(() => site.close());

    for (const name of scenarioNames()) {
      it(`answers as recorded in ${name}`, async () => {
        const result = await replay(site.generation, name, { users: site.users });
        expect(describeFailures(result)).to.equal('');
      });
    }
  });
}
