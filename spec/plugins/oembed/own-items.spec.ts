import { expect } from 'chai';
import oembed from '../../../plugins/oembed/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

describeOnDatabases('items at addresses of the site', (freshDatabase) => {
  let site: ContentSite;
  before(async () => {
    site = await buildContentSite([oembed], { options: { database: { url: await freshDatabase() } } });
  });
  after(() => site.generation.dispose());

  it('are none for addresses that no database can look for', async () => {
    for (const path of ['/a%00', '/%00', '/a%00/1', '/?p=99999999999999', '/99999999999999', `/${'9'.repeat(400)}`]) {
      const url = encodeURIComponent(`${site.generation.site.home}${path}`);
      expect((await site.get(`/oembed/1.0/embed?url=${url}`)).status, path).to.equal(404);
    }
  });
});
