import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from '../../support/browser.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';
import { buildTwoFactorSite, type TwoFactorSite } from './two-factor-site.ts';

describeOnDatabases('a second factor on two processes of one database', (freshDatabase) => {
  let folder: string;
  let sites: TwoFactorSite[];
  let secret: string;
  let codes: string[];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tappet-two-factor-'));
    const url = await freshDatabase({ again: true });
    const databaseUrl = url === 'sqlite::memory:' ? `sqlite:${join(folder, 'site.db')}` : url;
    const more = { databaseUrl, keys: ['a'.repeat(64)] };
    sites = [await buildTwoFactorSite({}, more), await buildTwoFactorSite({}, more)];
    await sites[0]!.addUser('alice');
    ({ secret, codes } = await sites[0]!.enable(await sites[0]!.signIn(sites[0]!.browser(), 'alice')));
  });
  after(async () => {
    for (const { generation } of sites) await generation.dispose();
    rmSync(folder, { recursive: true });
  });

  /** Sends an answer to each process at once; says how many sessions that began. */
  const race = async (answers: (page: Awaited<ReturnType<Browser['page']>>, index: number) => object) => {
    const all = [...sites, ...sites].map((site) => ({ site, browser: site.browser() }));
    const pages: Awaited<ReturnType<Browser['page']>>[] = [];
    for (const { site, browser } of all) pages.push(await site.givePassword(browser, 'alice'));
    await Promise.all(
      all.map(({ site, browser }, index) => site.giveCode(browser, pages[index]!, '', answers(pages[0]!, index))),
    );
    return all.filter(({ site, browser }) => site.isSignedIn(browser)).length;
  };
  const tokenIn = ({ text }: { text: string }) => /name="login_token" type="hidden" value="([^"]+)"/.exec(text)![1];

  it('has one of four logins win that come with one code', async () => {
    expect(await race(() => ({ otp: sites[0]!.code(secret) }))).to.equal(1);
    expect(await race(() => ({ otp: codes[0] }))).to.equal(1);
  });

  it('has one of four logins win that come with one token and a code each', async () => {
    expect(await race((page, index) => ({ otp: codes[index + 1], login_token: tokenIn(page) }))).to.equal(1);
  });

  it('lets all of them in that have a token and a code each', async () => {
    expect(await race((_, index) => ({ otp: codes[index + 5] }))).to.equal(4);
  });
});
