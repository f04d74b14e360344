import { expect } from 'chai';
import { silentLogger } from '../../../core/base/index.ts';
import database, { Database } from '../../../plugins/database/index.ts';
import { compareClocks } from '../../../plugins/jobs/compare-clocks.ts';
import { buildTestGeneration } from '../../support/generation.ts';
import { describeOnServers } from '../../support/on-databases.ts';

describeOnServers('the clock of a host', (freshDatabase) => {
  it('is compared with that of the database, and is a warning where they are apart', async () => {
    const generation = await buildTestGeneration([database], { options: { database: { url: await freshDatabase() } } });
    const site = generation.services.get('spec', Database);
    const warningOf = async (shift: number) => {
      const told: string[] = [];
      const log = { ...silentLogger, warn: (line: object | string) => void told.push(`${line}`) };
      await compareClocks(site, log, () => Date.now() + shift);
      return told.join();
    };
    expect([await warningOf(0), await warningOf(1000), await warningOf(-1000)]).to.deep.equal(['', '', '']);
    expect(await warningOf(60_000)).to.match(
      /^the clock of this host is (?:59|6[01]) s ahead of that of the database; /,
    );
    expect(await warningOf(-60_000)).to.match(/^the clock of this host is (?:59|60) s behind that of the database; /);
    await generation.dispose();
  });
});
