import { expect } from 'chai';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import { readHead } from '../../../plugins/url-details/head.ts';
import urlDetails from '../../../plugins/url-details/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';

const PAGE = `<!doctype html><html><head>
  <title>Fish &amp; chips
     for all</title>
  <link rel="stylesheet" href="/style.css"><link rel="shortcut icon" href="/icon.png">
  <meta name="description" content="About &quot;fish&quot;"><meta property="og:image" content="fish.jpg">
</head><body><title>Other</title><meta name="description" content="other"></body></html>`;

describe('the url-details plugin', () => {
  let other: OtherSite;
  let site: ContentSite;
  const ask = (url: string, user = site.as('contributor')) =>
    site.get(`/cms-block-editor/v1/url-details?url=${encodeURIComponent(url)}`, user);

  before(async () => {
    other = await startOtherSite((request, response) => {
      const isPage = request.url?.startsWith('/page') === true;
      response.writeHead(request.url === '/gone' ? 404 : 200, { 'Content-Type': isPage ? 'text/html' : 'image/png' });
      response.end(request.url === '/page/empty' ? '' : PAGE);
    });
    site = await buildContentSite([publicWeb, urlDetails], { options: { 'public-web': { alsoHosts: [other.host] } } });
  });
  after(async () => {
    await site.generation.dispose();
    await other.close();
  });

  it('answers with the metadata of a page, and caches it', async () => {
    const { status, json } = await ask(`${other.url}/page/one`);
    expect(status).to.equal(200);
    expect(json).to.eql({
      title: 'Fish & chips for all',
      icon: `${other.url}/icon.png`,
      description: 'About "fish"',
      image: `${other.url}/page/fish.jpg`,
    });
    await ask(`${other.url}/page/one`);
    expect(other.asked.filter((path) => path === '/page/one')).to.have.length(1);
  });

  it('answers with nothing for an address that is no page, and does not say why', async () => {
    for (const [url, code] of [
      [`${other.url}/picture`, 'no_content'],
      [`${other.url}/page/empty`, 'no_content'],
      [`${other.url}/gone`, 'no_response'],
      ['http://127.0.0.1:1/', 'no_response'],
      ['http://169.254.169.254/latest/meta-data', 'no_response'],
      ['http://nobody.invalid/', 'no_response'],
    ] as const) {
      const { status, json } = await ask(url);
      expect([status, json.code], url).to.eql([404, code]);
      expect(json.message, url).to.not.include('network');
    }
    for (const url of ['', 'ftp://example.org/', 'javascript:alert(1)', '/path']) {
      expect((await ask(url)).json.code, url).to.equal('rest_invalid_param');
    }
  });

  it('is for users who may edit items, and asks no site for others', async () => {
    const before = other.asked.length;
    for (const user of [ANONYMOUS, site.as('subscriber')]) {
      expect((await ask(`${other.url}/page/two`, user)).json.code).to.equal('rest_cannot_view_url_details');
    }
    expect(other.asked).to.have.length(before);
  });

  it('reads addresses of the web alone, and what is hostile in a time that grows with its length', async () => {
    const head = '<link rel=icon href="javascript:alert(1)"><meta property="og:image" content="data:image/png,x">';
    expect(await readHead(head, 'https://a.example/')).to.include({ icon: '', image: '' });
    for (const part of ['<meta "', '<', '<title>', '<link a=', '&amp', '</head '.padEnd(50)]) {
      expect(await readHead(part.repeat(150_000 / part.length), 'https://a.example/')).to.have.property('icon', '');
    }
    expect(await readHead('<meta property="og:title" content="Only this">', 'https://a.example/')).to.include({
      title: 'Only this',
    });
  });
});
