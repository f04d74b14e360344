import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { definePlugin, type HttpContext, type HttpRouter, type Logger } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import restIndex from '../../../plugins/rest-index/index.ts';
import { POST_FORMATS } from '../../../plugins/taxonomies/index.ts';
import themes, { ThemeSupports, Themes } from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';

const FILES: Readonly<Record<string, string>> = {
  'plain/style.css': `/*
Theme Name: Plain <script>x</script>& "simple"
Theme URI: https://themes.example/plain?a=1&b=2
Author: Ann <b onclick="x()">O'Hara</b>
Author URI: javascript:alert(1)
Description: Says "hello" <img src=x onerror=alert(1)>to <a href="https://a.example" onclick="x()">all</a>.
Version: 1.2.3
Requires at least: 5.9
Requires PHP: 7.4
Tags: one-column , dark,,
Text Domain: plain-text
*/
body { color: red }`,
  'plain/screenshot.png': 'a picture',
  'plain/secret.txt': 'secret',
  'child/style.css': '/* Theme Name: Child\r\nTemplate: plain\r\nAuthor: Kim\r\nAuthor URI: https://kim.example/ */',
  'orphan/style.css': '/* Theme Name: Orphan\nTemplate: gone */',
  'painted/theme.json': JSON.stringify({
    title: 'Painted',
    settings: {
      color: { palette: [{ name: 'Red', slug: 'red', color: '#f00', extra: 1 }], custom: false, gradients: 'many' },
      typography: { fontSizes: [{ name: 'Big', slug: 'big', size: '40' }] },
      layout: { contentSize: '600px' },
    },
    customTemplates: [{ name: 'wide', title: 'Wide', postTypes: ['post'] }, { name: 'blank' }, {}, 'x'],
  }),
  'broken/theme.json': '{',
  'no-theme/readme.txt': 'Nothing here.',
  '.hidden/style.css': '/* Theme Name: Hidden */',
  'style.css': '/* Theme Name: Loose file */',
};

const sun = definePlugin({
  name: 'sun',
  version: '1.0.0',
  description: 'A feature of a spec.',
  requires: { themes: '*' },
  setup({ hooks, use }) {
    hooks.action('init').tap('sun', () => {
      const supports = use(ThemeSupports);
      supports.register('sun', { type: 'boolean', description: 'Whether it shines.', show_in_rest: true });
      supports.register('moon', { type: 'integer', show_in_rest: { name: 'phase', schema: { default: 0 } } });
      supports.register('stars', { type: 'boolean' });
      supports.add('sun');
      supports.add('moon', '3');
    });
    hooks.filter('rest_prepare_theme').tap('sun', (response, theme) => response.header('X-Theme', theme.stylesheet));
    hooks.filter('rest_themes_collection_params').tap('sun', (params) => ({ ...params, sky: { type: 'string' } }));
  },
});

describe('the themes plugin', () => {
  const warnings: string[] = [];
  let folder: string;
  let site: ContentSite;
  const list = async (query = '') => (await site.get(`/cms/v2/themes?${query}`, site.as('administrator'))).json;
  const read = async (name: string) => (await site.get(`/cms/v2/themes/${name}`, site.as('administrator'))).json;
  const activate = (name: string) => site.options.set('stylesheet', name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tappet-themes-'));
    for (const [file, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const quiet = () => undefined;
    const log: Logger = {
      debug: quiet,
      info: quiet,
      error: quiet,
      warn: (details, message) => void warnings.push(message ?? String(details)),
    };
    site = await buildContentSite([themes, restIndex, sun], { options: { themes: { folder } }, log });
  });
  after(async () => {
    await site.generation.dispose();
    await rm(folder, { recursive: true });
  });
  afterEach(() => activate(''));

  describe('finds', () => {
    it('folders with a theme in them, and has one of its own', async () => {
      const names = (await list()).map((theme: { stylesheet: string }) => theme.stylesheet);
      expect(names).to.eql(['broken', 'child', 'default', 'painted', 'plain']);
    });

    it('no theme whose parent is not there, and says so', () => {
      expect(warnings).to.include('theme "orphan" is left out: it builds on "gone", which is not there');
      expect(warnings).to.include('a theme.json cannot be read');
    });

    it('what a style sheet says, without what could do harm', async () => {
      const theme = await read('plain');
      expect(theme).to.deep.include({
        stylesheet: 'plain',
        template: 'plain',
        requires_php: '7.4',
        requires_wp: '5.9',
        textdomain: 'plain-text',
        version: '1.2.3',
        screenshot: 'http://localhost/cms-content/themes/plain/screenshot.png',
        author: { raw: "Ann <b>O'Hara</b>", rendered: "Ann <b>O'Hara</b>" },
        author_uri: { raw: '', rendered: '' },
        tags: { raw: ['one-column', 'dark'], rendered: 'one-column, dark' },
        theme_uri: {
          raw: 'https://themes.example/plain?a=1&b=2',
          rendered: 'https://themes.example/plain?a=1&amp;b=2',
        },
        status: 'inactive',
      });
      expect(theme.description.raw).to.equal('Says "hello" to <a href="https://a.example">all</a>.');
      expect(theme.description.rendered).to.contain('&#8220;hello&#8221;');
      expect(theme.name.rendered).to.equal('Plain & "simple"');
    });

    it('the theme that one builds on, and who made it', async () => {
      expect(await read('child')).to.deep.include({
        template: 'plain',
        screenshot: '',
        author: { raw: 'Kim', rendered: '<a href="https://kim.example/">Kim</a>' },
      });
      expect((await read('broken')).author).to.eql({ raw: '', rendered: 'Anonymous' });
    });
  });

  describe('lists what the active theme supports', () => {
    const supports = async () => (await list('status=active'))[0].theme_supports;

    it('and of no other', async () => {
      expect(await read('default')).to.have.property('theme_supports');
      expect(await read('plain')).to.not.have.property('theme_supports');
    });

    it('with defaults for what it does not', async () => {
      await activate('plain');
      const found = await supports();
      expect(found).to.deep.include({ 'align-wide': false, 'editor-color-palette': false, formats: ['standard'] });
      await activate('default');
      expect(await supports()).to.deep.include({ 'align-wide': true, formats: Object.keys(POST_FORMATS) });
    });

    it('out of its theme.json, as far as it fits', async () => {
      await activate('painted');
      expect(await supports()).to.deep.include({
        'editor-color-palette': [{ name: 'Red', slug: 'red', color: '#f00' }],
        'editor-font-sizes': [{ name: 'Big', slug: 'big', size: 40 }],
        'editor-gradient-presets': false,
        'disable-custom-colors': true,
        'disable-custom-gradients': false,
        'align-wide': true,
      });
    });

    it('with what plugins register and add', async () => {
      const found = await supports();
      expect(found).to.include({ sun: true, phase: 3 }).and.not.have.property('stars');
      const schema = site.generation.server.routes.get('/cms/v2/themes')!.options.schema!();
      expect(schema).to.have.nested.property('properties.theme_supports.properties.phase').that.eql({
        type: 'integer',
        description: '',
        default: 0,
      });
    });

    it('field by field', async () => {
      expect(await list('status=active&_fields=theme_supports.sun,theme_supports.html5'))
        .to.have.nested.property('[0].theme_supports')
        .with.all.keys('sun', 'html5');
    });
  });

  it('activates a theme by the option stylesheet, and its own where that names none', async () => {
    const { services } = site.generation;
    const all = services.get('spec', Themes);
    await all.activate(all.get('child')!);
    expect([site.options.get('stylesheet'), site.options.get('template')]).to.eql(['child', 'plain']);
    expect((await list('status=active'))[0].stylesheet).to.equal('child');
    expect(await list('status=inactive')).to.have.length(4);
    expect(await list('status=active,inactive')).to.have.length(5);
    await activate('constructor');
    expect((await list('status=active'))[0].stylesheet).to.equal('default');
  });

  it('counts themes on one page', async () => {
    const { headers } = await site.get('/cms/v2/themes', site.as('administrator'));
    expect(headers).to.include({ 'X-CMS-Total': '5', 'X-CMS-TotalPages': '1' }).and.not.have.property('Link');
  });

  it('links a theme and the list', async () => {
    expect((await read('plain'))._links).to.eql({
      self: [{ href: 'http://localhost/cms-json/cms/v2/themes/plain' }],
      collection: [{ href: 'http://localhost/cms-json/cms/v2/themes' }],
    });
  });

  it('lets plugins adjust answers and arguments', async () => {
    const { headers } = await site.get('/cms/v2/themes/plain', site.as('administrator'));
    expect(headers['X-Theme']).to.equal('plain');
    expect(site.generation.server.routes.get('/cms/v2/themes')!.endpoints[0]!.args).to.have.all.keys('status', 'sky');
  });

  describe('lets see', () => {
    const status = async (path: string, role?: string): Promise<[number, string | undefined]> => {
      const { status, json } = await site.get(`/cms/v2/themes${path}`, role === undefined ? ANONYMOUS : site.as(role));
      return [status, json.code];
    };

    it('the active theme those who write', async () => {
      for (const role of ['contributor', 'author', 'editor', 'administrator']) {
        expect(await status('?status=active', role), role).to.eql([200, undefined]);
        expect(await status('/default', role), role).to.eql([200, undefined]);
      }
      for (const path of ['?status=active', '/default']) {
        expect(await status(path, 'subscriber')).to.eql([403, 'rest_cannot_view_active_theme']);
        expect(await status(path)).to.eql([401, 'rest_cannot_view_active_theme']);
      }
    });

    it('other themes administrators, and lists them for no other users', async () => {
      expect(await status('/nothing', 'administrator')).to.eql([404, 'rest_theme_not_found']);
      for (const path of ['', '?status=inactive', '?status=active,inactive', '/plain', '/nothing', '/a/b']) {
        expect(await status(path, 'editor'), path).to.eql([403, 'rest_cannot_view_themes']);
        expect(await status(path), path).to.eql([401, 'rest_cannot_view_themes']);
      }
    });
  });

  it('links the active theme from the index for those who may see it', async () => {
    const links = async (role?: string) =>
      (await site.get('/', role === undefined ? undefined : site.as(role))).json._links['cms:active-theme'];
    expect(await links('author')).to.eql([{ href: 'http://localhost/cms-json/cms/v2/themes/default' }]);
    expect(await links('subscriber')).to.equal(undefined);
    expect(await links()).to.equal(undefined);
  });

  it('offers items the templates that the active theme has for their type', async () => {
    const templates = (type: string) =>
      site.generation.server.hooks.filter('theme_templates').promise({ own: 'Own' }, null, type);
    expect(await templates('post')).to.eql({ own: 'Own' });
    await activate('painted');
    expect(await templates('post')).to.eql({ own: 'Own', wide: 'Wide' });
    expect(await templates('page')).to.eql({ own: 'Own', blank: 'blank' });
  });

  it('serves pictures of themes and no other file', async () => {
    let handler: ((context: HttpContext) => unknown) | undefined;
    const router = {
      get: (path: string | RegExp, handle: typeof handler) => {
        if (path === '/cms-content/themes/:stylesheet/:file') handler = handle;
      },
    };
    site.generation.server.hooks.action('http_routes').call(router as unknown as HttpRouter);
    const ask = async (stylesheet: string, file: string): Promise<string | undefined> => {
      const context = { params: { stylesheet, file }, set: () => undefined } as unknown as HttpContext;
      handler!(context);
      if (context.body === undefined) return undefined;
      let text = '';
      for await (const chunk of context.body as AsyncIterable<Buffer>) text += chunk;
      return `${context.type} ${text}`;
    };
    expect(await ask('plain', 'screenshot.png')).to.equal('.png a picture');
    for (const [stylesheet, file] of [
      ['plain', 'secret.txt'],
      ['plain', '../plain/screenshot.png'],
      ['child', 'screenshot.png'],
      ['default', 'screenshot.png'],
      ['..', 'screenshot.png'],
    ] as const) {
      expect(await ask(stylesheet, file), `${stylesheet}/${file}`).to.equal(undefined);
    }
  });

  it('has its own theme where there is no folder', async () => {
    const bare = await buildContentSite([themes], { options: { themes: { folder: join(folder, 'nowhere') } } });
    const { json } = await bare.get('/cms/v2/themes', bare.as('administrator'));
    expect(json.map((theme: { stylesheet: string; status: string }) => [theme.stylesheet, theme.status])).to.eql([
      ['default', 'active'],
    ]);
    await bare.generation.dispose();
  });
});
