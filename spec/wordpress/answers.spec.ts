import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describeBesideWordPress } from '../support/wordpress/described.ts';
import { type Beside, besidePhp } from './beside.ts';
import { differences } from './difference.ts';
import { DOCUMENTED, documentedAs } from './documented.ts';
import { normalised } from './normalised.ts';
import { Report } from './report.ts';
import { requestsOf } from './requests.ts';
import { type Answered, type Asked, ask } from './side.ts';

/** How many GETs are sent as each role: a few in the suite, all kinds of them by `npm run compare:wordpress`. */
const GETS = Number(process.env.WORDPRESS_GETS ?? 24);
const ROLES = ['anonymous', 'admin', 'editor', 'author', 'contributor', 'subscriber'];
const AT_ONCE = 4;

describeBesideWordPress('answers beside PHP', { themeData: true, posts: GETS < 100 ? 12 : 1000 }, (wordpress) => {
  let tappet: Beside;
  let requests: Asked[];

  before(async function () {
    this.timeout(600_000);
    tappet = await besidePhp(wordpress());
    requests = await requestsOf(wordpress());
  });
  after(() => tappet?.close());

  it(`are those of WordPress, ${GETS} of each role, but for what docs/wordpress.md names`, async function () {
    this.timeout(GETS * 6_000 + 60_000);
    const report = new Report();
    for (const [index, login] of ROLES.entries()) {
      // Each role has other requests of the list, so that together they have many of it.
      const step = Math.max(1, requests.length / GETS);
      const chosen = Array.from({ length: Math.min(GETS, requests.length) }, (_, n) => {
        return requests[Math.floor(n * step + (index * step) / ROLES.length)]!;
      });
      await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => compare(chosen, worker, login, report)));
    }
    if (GETS >= 100) console.log(report.text);
    expect(report.unexplained, report.text).to.equal(0);
  });

  async function compare(chosen: readonly Asked[], worker: number, login: string, report: Report): Promise<void> {
    for (let at = worker; at < chosen.length; at += AT_ONCE) {
      const asked = chosen[at]!;
      const sides = [wordpress(), tappet].map(async (side) => normalised(await ask(side, asked, login), asked));
      const [php, own] = (await Promise.all(sides)) as [Answered, Answered];
      const compared = { asked, login, php, tappet: own };
      report.add(asked, login, differences(php, own), (difference) => documentedAs(compared, difference));
    }
  }

  it('differ in what docs/wordpress.md gives the reason of', () => {
    const page = readFileSync(new URL('../../docs/wordpress.md', import.meta.url), 'utf8');
    expect(DOCUMENTED.map(({ name }) => name).filter((name) => !page.includes(name))).to.deep.equal([]);
  });
});
