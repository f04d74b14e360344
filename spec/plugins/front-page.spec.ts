import { expect } from 'chai';
import { definePlugin, serviceToken } from '../../core/index.ts';
import frontPage from '../../plugins/front-page/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { visit } from '../support/page.ts';

const options = definePlugin({
  name: 'options',
  version: '0.1.0',
  description: 'Options of a spec.',
  setup: ({ provide }) => {
    const values = new Map([
      ['blogname', 'Tom & <Jerry>'],
      ['blogdescription', '"Quoted"'],
    ]);
    provide(serviceToken<unknown>('options'), { get: (name: string) => values.get(name) });
  },
});

describe('the front-page plugin', () => {
  it('serves an HTML page with the name and description of the site, escaped', async () => {
    const page = (await visit(await buildTestGeneration([frontPage, options]), '/'))!;
    expect(page.status).to.equal(200);
    expect(page.type).to.equal('text/html; charset=UTF-8');
    expect(page.headers['X-Content-Type-Options']).to.equal('nosniff');
    expect(page.body).to.contain('<title>Tom &amp; &lt;Jerry&gt; – &quot;Quoted&quot;</title>');
    expect(page.body).to.contain('<h1>Tom &amp; &lt;Jerry&gt;</h1>');
  });

  it('links the interface, and is named after the brand where the site has no name', async () => {
    const page = (await visit(await buildTestGeneration([frontPage]), '/'))!;
    expect(page.body).to.contain('<li><a href="http://localhost/cms-json/">REST interface</a></li>');
    expect(page.body).to.contain('<title>cms</title>');
  });

  it('fires front_page_links, cms_head and cms_headers', async () => {
    const adding = definePlugin({
      name: 'adding',
      version: '1.0.0',
      description: 'Adds to the page.',
      setup({ hooks }) {
        hooks
          .filter('front_page_links')
          .tap('adding', async (links) => [
            ...links,
            { href: '/a?b=1&c="', text: '<A>' },
            { href: 'javascript:alert(1)', text: 'B' },
          ]);
        hooks.filter('cms_head').tap('adding', (markup, { url }) => `${markup}<meta name="url" content="${url}">`);
        hooks.filter('cms_headers').tap('adding', (headers) => ({ ...headers, 'X-Added': '1' }));
      },
    });
    const page = (await visit(await buildTestGeneration([frontPage, adding]), '/'))!;
    expect(page.body).to.contain('<meta name="url" content="http://localhost/"></head>');
    expect(page.body).to.contain('<a href="/a?b=1&amp;c=">&lt;A&gt;</a>');
    expect(page.body).to.contain('<a href="">B</a>');
    expect(page.headers['X-Added']).to.equal('1');
  });

  it('is gone without the plugin: nothing serves the address', async () => {
    expect(await visit(await buildTestGeneration([options]), '/')).to.equal(undefined);
  });
});
