import { expect } from 'chai';
import theme from '../../../plugins/theme/index.ts';
import { built, builtText } from '../../support/built.ts';
import { ThemeSite } from './theme-site.ts';

const { definePlugin, serviceToken } = built;
const { html } = builtText;

const own = definePlugin({
  name: 'own',
  version: '1.0.0',
  description: 'Changes pages.',
  requires: { meta: '^0.1.0', theme: '^0.1.0' },
  capabilities: ['content:write', 'pages'],
  setup({ hooks, use }) {
    hooks
      .filter('template_include')
      .tap('own', (template, view) =>
        view.kind === 'not-found' ? () => html`<h1>Gone, ${view.pageRequest.path}</h1>` : template,
      );
    hooks
      .filter('theme_part')
      .tap('own', (markup, part, view) =>
        part === 'footer'
          ? html`<footer>Own</footer>`
          : part === 'entry'
            ? html`<div id="around">${view.title}${markup}</div>`
            : markup,
      );
    hooks.filter('document_title_parts').tap('own', (parts) => ({ ...parts, site: 'A & B' }));
    hooks.filter('body_class').tap('own', (classes) => [...classes, 'own"']);
    const meta = use(serviceToken('meta-registry'));
    hooks.action('init').tap('own', () => {
      meta.register('post', 'colour', { type: 'string', single: true, show_in_rest: true });
    });
    hooks.filter('cms_head').tap('own', (markup) => `${markup}<meta name="own">`);
    hooks.filter('cms_head').tapPromise('of-item', async (markup, { view }) => {
      await Promise.resolve();
      const { kind, status, route, item, items, description, page, totalPages } = view!;
      const told = [kind, status, route, item?.id ?? items.length, `${page}/${totalPages}`, description.trim()];
      return `${markup}<meta name="shown" content="${[...told, item?.meta?.colour].join(' ')}">`;
    });
    hooks.filter('cms_footer').tap('own', (markup) => `${markup}<!-- own -->`);
    hooks.filter('the_title').tap('own', (title) => `${title}!`);
    hooks.filter('redirect_canonical').tap('own', (address, requested) => (requested.includes('stay') ? '' : address));
    hooks
      .filter('template_redirect')
      .tap('own', (answer, view) =>
        view.pageRequest.query.has('as-text') ? { body: view.title, type: 'text/plain', status: 203 } : answer,
      );
  },
});

describe('a plugin that changes the theme’s pages', () => {
  let site: ThemeSite;

  before(async () => {
    site = await ThemeSite.start({ plugins: { folders: [own] } });
    const { id } = await site.publish({ title: 'One', content: 'Text', name: 'one' });
    await site.meta.set('post', id, 'colour', 'red');
    await site.publish({ type: 'page', title: 'Two', content: 'A<!--nextpage-->B', name: 'two', excerpt: 'Parts' });
  });
  after(() => site.close());
  const get = (path: string) => site.visitor().ask(path);

  it('puts a template of its own in the place of another', async () => {
    const { status, text } = await get('/<x>/');
    expect(status).to.equal(404);
    expect(text).to.include('<h1>Gone, /&lt;x&gt;/</h1>');
  });

  it('replaces a part, and puts something around one', async () => {
    const { text } = await get('/2026/01/02/one/');
    expect(text).to.include('<footer>Own</footer>').and.not.include('site-footer');
    expect(text).to.match(/<div id="around">One!<article/);
  });

  it('adds to head, end, title and classes, and changes titles of items', async () => {
    const { text } = await get('/2026/01/02/one/');
    expect(text).to.include('<meta name="own"><meta ').and.include('<!-- own --></body>');
    expect(text).to.include('<title>One! – A &amp; B</title>');
    expect(text).to.match(/<body class="item single-post postid-\d+ own&quot;">/);
  });

  it('adds to the head of a page, when it is ready, by what the page shows', async () => {
    const shown = async (path: string) => /<meta name="shown" content="(.*?)">/s.exec((await get(path)).text)![1];
    const [{ id }] = JSON.parse((await get('/cms-json/cms/v2/posts?slug=one')).text);
    expect(await shown('/2026/01/02/one/')).to.equal(`item 200 /cms/v2/posts/${id} ${id} 1/1 <p>Text</p> red`);
    expect(await shown('/two/2/')).to.match(/^item 200 \S+ \d+ 2\/2 <p>Parts<\/p> $/);
    expect(await shown('/')).to.equal('home 200 /cms/v2/posts 1 1/1  ');
    expect(await shown('/2026/')).to.equal('date 200  1 1/1  ');
    expect(await shown('/nowhere/')).to.equal('not-found 404  0 1/0  ');
  });

  it('answers in place of a page, and keeps an address from leading elsewhere', async () => {
    const { status, text, headers } = await get('/2026/01/02/one/?as-text');
    expect([status, text, headers.get('content-type')]).to.eql([203, 'One!', 'text/plain']);
    expect((await get('/2026/01/02/one?stay')).status).to.equal(200);
  });

  it('is called each time, as it does not say that it is cacheable', async () => {
    expect((await get('/')).headers.get('etag')).to.equal(null);
  });

  it('replaces all of it', async () => {
    const whole = definePlugin({
      name: 'whole',
      version: '1.0.0',
      description: 'Another theme.',
      replaces: { theme: theme.version },
      capabilities: ['pages'],
      setup({ hooks }) {
        hooks
          .action('http_routes')
          .tap('whole', (router) => void router.get('/', (http) => void Object.assign(http, { body: 'Whole' })));
      },
    });
    const other = await ThemeSite.start({ plugins: { folders: [whole], disabled: ['theme'] } });
    expect((await other.visitor().ask('/')).text).to.equal('Whole');
    await other.close();
  });
});
