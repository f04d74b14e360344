import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fieldsFast from '../fixtures/plugins/fields-fast/index.ts';
import { buildFullSite, type FullSite } from '../support/full-site.ts';
import { describeFailures, replay, scenarioNames } from '../support/replay.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../fixtures/scenarios/${name}.json`, import.meta.url), 'utf8');

describe("a third party's replacement of the plugin fields", () => {
  let site: FullSite;
  before(async () => {
    site = await buildFullSite({ without: ['fields'], more: [fieldsFast] });
  });
  after(() => site.close());

  for (const name of scenarioNames().filter((one) => recorded(one).includes('_fields'))) {
    it(`answers as recorded in ${name}`, async () => {
      const result = await replay(site.generation, name, { users: site.users });
      expect(describeFailures(result)).to.equal('');
    });
  }
});
