import { existsSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import { UserStore } from '../../plugins/users/index.ts';
import { ServingProcess } from '../support/serving-process.ts';
import { until } from '../support/until.ts';
import { FaultSite } from './fault-site.ts';
import { Soak, type Usage } from './soak.ts';

/** How long the site is used: `TAPPET_SOAK_MINUTES=15`; a few rounds when left out. */
const MINUTES = Number(process.env.TAPPET_SOAK_MINUTES ?? 0);
const VISITORS = MINUTES === 0 ? 1 : 4;
const ROUNDS = 4;

describe(`a site that is used in every way and reloaded${MINUTES === 0 ? '' : ` for ${MINUTES} minutes`}`, function () {
  this.timeout(Math.max(120_000, 2 * MINUTES * 60_000));
  let site: FaultSite;
  let server: ServingProcess;
  let soak: Soak;

  before(async function () {
    // Descriptors and memory are counted as Linux tells of them.
    if (!existsSync('/proc/self/fd')) this.skip();
    site = await FaultSite.start();
    const authorization = await site.authorization();
    await site.host.generation.services.get('spec', UserStore).update(site.user.id, { password: 'soak and rinse' });
    const args = await site.stop();
    const create = { width: 400, height: 300, channels: 3, background: 'teal' } as const;
    server = await ServingProcess.start(site.folder, ...args);
    soak = new Soak(server, authorization, await sharp({ create }).png().toBuffer());
  });
  after(async () => {
    await server?.kill();
    if (site !== undefined) rmSync(site.folder, { recursive: true });
  });

  /** Uses the site for a minute, or once, and reloads it. */
  const round = async (): Promise<void> => {
    const end = performance.now() + (MINUTES === 0 ? 0 : 60_000);
    do await soak.use(VISITORS);
    while (performance.now() < end);
    await soak.reload();
  };

  it('keeps no descriptor, and memory within a tenth of what it was in the third minute', async () => {
    let third: Usage | undefined;
    for (let at = 1; at <= (MINUTES || ROUNDS); at++) {
      await round();
      const usage = await soak.usage();
      if (MINUTES > 0)
        console.log(`minute ${at}: ${(usage.memory / 2 ** 20).toFixed(1)} MB, ${usage.descriptors} descriptors`);
      if (at === 3) third = usage;
    }
    expect(soak.failures).to.eql([]);
    expect(soak.answered).to.be.at.least(ROUNDS * VISITORS * 14);
    // Generations that are over close what they held when their last request has ended.
    await until(async () => (await soak.usage()).descriptors <= third!.descriptors);
    if (MINUTES > 0) expect((await soak.usage()).memory).to.be.at.most(1.1 * third!.memory);
  });
});
