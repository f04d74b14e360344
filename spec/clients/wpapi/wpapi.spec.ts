import { expect } from 'chai';
import WPAPI from 'wpapi';
import { startedSite } from '../support/started-site.ts';
import { describeContent } from './content.ts';
import { describeDiscovery } from './discovery.ts';
import { describeLists } from './lists.ts';
import { describeSigningIn } from './signing-in.ts';

describe('wpapi 1.2, unmodified, against a started server', () => {
  const site = startedSite('--plugins', new URL('../plugins', import.meta.url).pathname);
  describeDiscovery(site);
  describeSigningIn(site);
  describeContent(site);
  describeLists(site);
});

describe('wpapi 1.2, unmodified, where addresses are not rewritten', () => {
  const site = startedSite('--permalinks', 'plain');

  it('finds the interface, asks it, and follows its pages', async () => {
    const found = (await WPAPI.discover(site.url)).auth(site.app);
    expect(String(found.posts().perPage(1))).to.equal(`${site.url}/index.php?rest_route=/wp/v2/posts&per_page=1`);
    await found.posts().create({ title: 'Second', status: 'publish' });
    const first = await found.posts().perPage(1);
    const second = await first._paging.next;
    expect([...first, ...second].map(({ slug }) => slug)).to.deep.equal(['second', 'hello-world']);
  });
});
