import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import oembed from '../../../plugins/oembed/index.ts';
import { endpointOf } from '../../../plugins/oembed/providers.ts';
import { oembedXml } from '../../../plugins/oembed/xml.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { type OtherSite, startOtherSite } from '../../support/other-site.ts';

/** The route of the object that a page shows. */
let shown = '';

/** Registers the other site of the spec as a provider. */
const provider = (host: () => string) =>
  definePlugin({
    name: 'provider',
    version: '1.0.0',
    description: 'A provider of a spec.',
    requires: { oembed: '*' },
    capabilities: ['network'],
    setup({ hooks }) {
      hooks
        .filter('oembed_provider')
        .tap('provider', (endpoint, url) =>
          url.startsWith('https://films.example/') ? `http://${host()}/oembed?k=1` : endpoint,
        );
      hooks.filter('rest_queried_resource_route').tap('provider', () => shown);
      hooks
        .filter('oembed_response_data')
        .tap('provider', (data, post, width) => (post.title === 'Adjusted' ? { ...data, adjusted: width } : data));
    },
  });

describe('the oembed plugin', () => {
  let other: OtherSite;
  let site: ContentSite;

  before(async () => {
    other = await startOtherSite((request, response) => {
      const url = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? '';
      if (url.endsWith('/broken')) response.end('{');
      else if (url.endsWith('/list')) response.end('[1]');
      else response.end(JSON.stringify({ type: 'video', title: url, html: '<iframe></iframe>' }));
    });
    site = await buildContentSite([publicWeb, oembed, provider(() => other.host)], {
      options: { 'public-web': { alsoHosts: [other.host] } },
    });
    await site.options.set('permalink_structure', '/%year%/%postname%/');
    await site.options.set('blogname', 'The <site> & co');
  });
  after(async () => {
    await site.generation.dispose();
    await other.close();
  });

  const embed = (url: string, more = '') => site.get(`/oembed/1.0/embed?url=${encodeURIComponent(url)}${more}`);
  const proxy = (url: string, user = site.as('contributor')) =>
    site.get(`/oembed/1.0/proxy?url=${encodeURIComponent(url)}`, user);

  describe('describes an item', () => {
    it('by its address, however that is written', async () => {
      const { id } = await site.publish({ title: 'Fish "&" <b>chips</b>', name: 'fish' });
      for (const url of [
        'http://localhost/2026/fish/',
        'https://localhost/2026/fish?a=1#b',
        `http://localhost/?p=${id}`,
      ]) {
        const { status, json } = await embed(url);
        expect(status, url).to.equal(200);
        expect(json).to.include({
          version: '1.0',
          type: 'rich',
          width: 600,
          height: 338,
          provider_url: 'http://localhost',
        });
        expect(json.html).to.match(
          /^<blockquote class="cms-embedded-content" data-secret="\w{10}"><a href="http:\/\/localhost\/2026\/fish\/">/,
        );
        expect(json.html).to.match(
          /<iframe [^>]*sandbox="allow-scripts"[^>]* src="http:\/\/localhost\/2026\/fish\/embed\/#\?secret=\w{10}"/,
        );
        expect(json.html.replace(/<\/?(?:blockquote|a|iframe)\b[^>]*>/g, '')).to.not.match(/[<>]/);
      }
    });

    it('in the requested size, within bounds', async () => {
      const { id } = await site.publish({ title: 'Adjusted' });
      const size = async (width: number) => {
        const { json } = await embed(`http://localhost/?p=${id}`, `&maxwidth=${width}`);
        return [json.width, json.height, json.adjusted];
      };
      expect(await size(400)).to.eql([400, 225, 400]);
      expect(await size(9)).to.eql([200, 200, 200]);
      expect(await size(9999)).to.eql([600, 338, 600]);
    });

    it('as XML, too', async () => {
      const { id } = await site.publish({ title: 'Salt' });
      const { status, headers, text } = await embed(`http://localhost/?p=${id}`, '&format=xml');
      expect([status, headers['Content-Type']]).to.eql([200, 'text/xml; charset=UTF-8']);
      expect(text).to.match(/^<\?xml version="1.0" encoding="utf-8"\?>\n<oembed><version>1.0<\/version>/);
      expect(text).to.include('<title>Salt</title>').and.include('<html>&lt;blockquote');
      const missing = await embed('http://localhost/none', '&format=xml');
      expect([missing.status, missing.json.code]).to.eql([404, 'oembed_invalid_url']);
      expect(oembedXml({ 'a b': 1, ok: ['x\u0000<', { deep: true }] })).to.include(
        '<ok><oembed>x&lt;</oembed><oembed><deep>true</deep></oembed></ok>',
      );
    });

    it('that is public, and of no other', async () => {
      const hidden = [
        await site.publish({ title: 'Secret', password: 'x', name: 'secret' }),
        await site.posts.insert({ title: 'Draft', name: 'draft' }),
        await site.publish({ title: 'Block', type: 'cms_block', name: 'block' }),
      ];
      const urls = [
        ...hidden.map(({ id }) => `http://localhost/?p=${id}`),
        ...hidden.map(({ name }) => `http://localhost/2026/${name}/`),
        'http://localhost/',
        'http://localhost/2025/fish/',
        'http://elsewhere.example/2026/fish/',
        'http://localhost/%ff',
      ];
      for (const url of urls) {
        const { status, json } = await embed(url);
        expect([status, json.code], url).to.eql([404, 'oembed_invalid_url']);
      }
    });

    it('in the head of the page that shows it', async () => {
      const { hooks } = site.generation.server;
      const head = (route: string) => {
        shown = route;
        return hooks.filter('cms_head').promise('', { url: 'http://localhost/2026/fish/' });
      };
      const address = 'http://localhost/cms-json/oembed/1.0/embed?url=http%3A%2F%2Flocalhost%2F2026%2Ffish%2F';
      expect(await head('/cms/v2/posts/1')).to.include(`type="application/json+oembed" href="${address}"`);
      expect(await head('/cms/v2/posts/1')).to.include('format=xml');
      expect(await head('')).to.equal('');
    });
  });

  describe('finds for editors', () => {
    it('what a known provider offers, and remembers it', async () => {
      for (let time = 0; time < 2; time++) {
        expect((await proxy('https://films.example/1?a=b&c=d')).json).to.eql({
          type: 'video',
          title: 'https://films.example/1?a=b&c=d',
          html: '<iframe></iframe>',
        });
      }
      expect(other.asked).to.have.length(1);
      expect(other.asked[0]).to.include('k=1').and.include('maxwidth=600').and.include('format=json');
    });

    it('own items within the process, and nothing at addresses of unknown sites', async () => {
      const { id } = await site.publish({ title: 'Own' });
      expect((await proxy(`http://localhost/?p=${id}`)).json.title).to.equal('Own');
      const before = other.asked.length;
      for (const url of [`${other.url}/page`, 'https://unknown.example/', 'http://169.254.169.254/latest']) {
        const { status, json } = await proxy(url);
        expect([status, json.code], url).to.eql([404, 'oembed_invalid_url']);
      }
      expect(other.asked).to.have.length(before);
    });

    it('nothing where a provider says nothing of use', async () => {
      for (const page of ['broken', 'list']) {
        expect((await proxy(`https://films.example/${page}`)).json.code, page).to.equal('oembed_invalid_url');
      }
    });

    it('if they write, and asks no site for others', async () => {
      const before = other.asked.length;
      for (const [user, status] of [
        [ANONYMOUS, 401],
        [site.as('subscriber'), 403],
      ] as const) {
        const answer = await proxy('https://films.example/2', user);
        expect([answer.status, answer.json.code]).to.eql([status, 'rest_forbidden']);
      }
      expect(other.asked).to.have.length(before);
    });
  });

  it('knows the providers of the field', () => {
    for (const url of [
      'https://www.youtube.com/watch?v=abc',
      'https://youtu.be/abc',
      'https://vimeo.com/1',
      'https://open.spotify.com/track/1',
      'https://bsky.app/profile/a.example/post/1',
    ]) {
      expect(endpointOf(url), url).to.match(/^https:\/\//);
    }
    for (const url of [
      'https://youtube.com.evil.example/watch?v=1',
      'https://evil.example/?u=https://youtu.be/a',
      'youtu.be/a',
    ]) {
      expect(endpointOf(url), url).to.equal(undefined);
    }
  });
});
