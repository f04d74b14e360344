import { expect } from 'chai';
import { ThemeSite, type Visitor } from '../theme/theme-site.ts';

describe('the archive that a visitor chooses from a list', () => {
  let site: ThemeSite;
  let visitor: Visitor;
  const choose = (address: string) => visitor.ask(`/?archive-dropdown=${encodeURIComponent(address)}`);

  before(async () => {
    site = await ThemeSite.start();
    visitor = site.visitor();
    await site.publish({ title: 'Lists', name: 'lists', content: '<!-- wp:archives {"displayAsDropdown":true} /-->' });
  });
  after(() => site.close());

  it('is where the form leads to, without a script', async () => {
    const form = await visitor.main('/2026/01/02/lists/');
    const value = /<option value='([^']+)'> January 2026/.exec(form)?.[1] ?? '';
    expect(form).to.contain('<form method="get"').and.contain("name='archive-dropdown'");
    const { status, location } = await choose(value);
    expect([status, location]).to.eql([302, '/2026/01/']);
  });

  it('lies on the site, or is not followed', async () => {
    for (const address of [
      'https://evil.example/',
      `${site.url}.evil.example/`,
      'javascript:alert(1)',
      '//a.example',
      '',
    ]) {
      expect((await choose(address)).status, address).to.equal(200);
    }
  });
});
