import { expect } from 'chai';
import oembed from '../../../plugins/oembed/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { describeOnDatabases } from '../../support/on-databases.ts';

describeOnDatabases('items at addresses of the site', (freshDatabase) => {
  let site: ContentSite;
  before(async () => {
    site = await buildContentSite([oembed], { options: { database: { url: await freshDatabase({ again: true }) } } });
  });
  after(() => site.generation.dispose());

  it('are none for addresses that no database can look for', async () => {
    for (const path of ['/a%00', '/%00', '/a%00/1', '/?p=99999999999999', '/99999999999999', `/${'9'.repeat(400)}`]) {
      const url = encodeURIComponent(`${site.generation.site.home}${path}`);
      expect((await site.get(`/oembed/1.0/embed?url=${url}`)).status, path).to.equal(404);
    }
  });

  it('are shown as they are meant where nothing is embedded, alone in a line or a paragraph', async () => {
    const address = (path: string) => `https://nowhere.example/${path}?a=1&amp;b=2`;
    const content = `${address('line')}\n\n<p>${address('paragraph')}</p>\n\n<p>In ${address('a-text')}</p>`;
    const { id } = await site.publish({ title: 'Addresses', content });
    const { rendered } = (await site.get(`/cms/v2/posts/${id}`)).json.content as { rendered: string };
    expect(rendered.match(/[a-z-]+\?a=1&[^ <]+b=2/g)).to.eql([
      'line?a=1&#038;b=2',
      'paragraph?a=1&#038;b=2',
      'a-text?a=1&amp;b=2',
    ]);
  });
});
