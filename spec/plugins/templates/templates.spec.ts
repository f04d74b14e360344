import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import type { CurrentUser } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import autosaves from '../../../plugins/autosaves/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import templates from '../../../plugins/templates/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';
import { themeFolder } from '../../support/theme-folder.ts';

const FILES: Readonly<Record<string, unknown>> = {
  'base/style.css': '/* Theme Name: Base */',
  'base/templates/index.html': '<!-- wp:paragraph --><p>Base</p><!-- /wp:paragraph -->',
  'base/templates/single.html': 'Single of base',
  'base/parts/footer.html': 'Footer',
  'child/style.css': '/* Theme Name: The Child\nTemplate: base */',
  'child/theme.json': {
    customTemplates: [{ name: 'wide', title: 'Wide', postTypes: ['post'] }],
    templateParts: [{ name: 'header', title: 'The header', area: 'header' }],
  },
  'child/templates/index.html': 'Child',
  'child/templates/wide.html': 'Wide<!-- wp:template-part {"slug":"header"} /-->',
  'child/templates/notes.txt': 'no template',
  'child/parts/header.html': 'Header',
};

interface Shown {
  readonly id: string;
  readonly slug: string;
  readonly wp_id: number;
  readonly title: { raw: string };
  readonly content: { raw: string };
}

describe('the templates plugin', () => {
  let folder: string;
  let site: ContentSite;

  before(async () => {
    folder = await themeFolder(FILES);
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    site = await buildContentSite([themes, revisions, autosaves, templates], { options: { themes: { folder } } });
    await site.options.set('stylesheet', 'child');
  });
  afterEach(() => site.generation.dispose());

  const admin = () => site.as('administrator');
  const ask = async (path: string, user: CurrentUser = admin()) => site.get(`/cms/v2/${path}`, user);
  const send = (method: string, path: string, json?: object, user: CurrentUser = admin()) =>
    serve(site.generation, method, `/cms/v2/${path}`, { user, ...(json === undefined ? {} : { json }) });
  const slugsOf = (list: Shown[]) => list.map(({ slug }) => slug).sort();

  describe('that are files', () => {
    it('are those of the theme, and those of its parent that it has not', async () => {
      const list: Shown[] = (await ask('templates')).json;
      expect(slugsOf(list)).to.eql(['index', 'single', 'wide']);
      expect(list.find(({ slug }) => slug === 'index')).to.deep.include({
        id: 'child//index',
        theme: 'child',
        source: 'theme',
        origin: null,
        type: 'cms_template',
        content: { raw: 'Child' },
        title: { raw: 'Index', rendered: 'Index' },
        status: 'publish',
        wp_id: 0,
        has_theme_file: true,
        is_custom: false,
        author: 0,
        modified: null,
        author_text: 'The Child',
        original_source: 'theme',
      });
    });

    it('are of areas, where they are parts', async () => {
      const parts = (await ask('template-parts')).json;
      expect(slugsOf(parts)).to.eql(['footer', 'header']);
      expect(slugsOf((await ask('template-parts?area=header')).json)).to.eql(['header']);
      const header = parts.find(({ slug }: Shown) => slug === 'header');
      expect(header).to.deep.include({ area: 'header', title: { raw: 'The header', rendered: 'The header' } });
      expect(header).to.not.have.property('is_custom');
    });

    it('can be chosen by items of the types that the theme names', async () => {
      expect(slugsOf((await ask('templates?post_type=post')).json)).to.eql(['wide']);
      expect((await ask('templates?post_type=page')).json).to.eql([]);
      const { json } = await send('POST', 'posts', { title: 'A post', template: 'wide' });
      expect(json.template).to.equal('wide');
      expect((await send('POST', 'posts', { title: 'A post', template: 'single' })).json.code).to.equal(
        'rest_invalid_param',
      );
    });

    it('are not found by an id without a theme, by those who may look for one', async () => {
      for (const [user, code] of [
        [admin(), 'rest_template_not_found'],
        [site.as('subscriber'), 'rest_cannot_manage_templates'],
      ] as const) {
        expect((await ask('templates/index', user)).json.code).to.equal(code);
      }
    });

    it('name the theme of the parts that they hold', async () => {
      const { content } = (await ask('templates/child//wide')).json as { content: { raw: string } };
      expect(content.raw).to.equal('Wide<!-- wp:template-part {"slug":"header","theme":"child"} /-->');
    });

    it('are found by an id with one slash, too, and in no other theme', async () => {
      for (const id of ['child//single', 'child/single']) {
        expect((await ask(`templates/${id}`)).json, id).to.include({ id: 'child//single' });
      }
      for (const id of ['base//single', 'child//none', 'none//index', 'child//..%2findex']) {
        expect((await ask(`templates/${id}`)).status, id).to.equal(404);
      }
    });

    it('cannot be removed', async () => {
      const { status, json } = await send('DELETE', 'templates/child//index?force=true');
      expect([status, json.code]).to.eql([400, 'rest_invalid_template']);
    });
  });

  describe('that are changed', () => {
    const change = async (json: object, id = 'child//index') => (await send('PUT', `templates/${id}`, json)).json;

    it('are stored, and stand in the place of the file', async () => {
      const changed = await change({ content: 'Changed' });
      expect(changed).to.deep.include({
        id: 'child//index',
        source: 'custom',
        origin: 'theme',
        content: { raw: 'Changed', block_version: 0 },
        has_theme_file: true,
        is_custom: false,
        original_source: 'theme',
      });
      expect(changed.title.raw).to.equal('Index');
      expect((await site.posts.byId(changed.wp_id))?.type).to.equal('cms_template');
      const list: Shown[] = (await ask('templates')).json;
      expect(slugsOf(list)).to.eql(['index', 'single', 'wide']);
      expect(list.find(({ slug }) => slug === 'index')?.content.raw).to.equal('Changed');
      expect((await change({ title: 'Mine' })).wp_id).to.equal(changed.wp_id);
    });

    it('go back to the file: by its source, or by being deleted', async () => {
      const isFile = async () => (await ask('templates/child//index')).json.source === 'theme';
      await change({ content: 'Changed' });
      expect((await ask('templates/child//index?source=theme')).json.content.raw).to.equal('Child');
      expect((await change({ source: 'theme' })).content.raw).to.equal('Child');
      expect(await isFile()).to.equal(true);
      await change({ content: 'Again' });
      const { json } = await send('DELETE', 'templates/child//index?force=true');
      expect([json.deleted, json.previous.content.raw]).to.eql([true, 'Again']);
      expect(await isFile()).to.equal(true);
    });

    it('belong to their theme: another has its own of the same slug', async () => {
      await change({ content: 'Of the child' });
      await site.options.set('stylesheet', 'base');
      await change({ content: 'Of base' }, 'base//index');
      expect((await ask('templates/base//index')).json.content.raw).to.equal('Of base');
      expect((await ask('templates/child//index')).json.content.raw).to.equal('Of the child');
      expect(slugsOf((await ask('templates')).json)).to.eql(['index', 'single']);
    });

    it('have a history, with ids like theirs', async () => {
      const { wp_id } = await change({ content: 'One' });
      const { _links } = await change({ content: 'Two' });
      const { href } = _links['version-history'][0];
      expect(href).to.equal('http://localhost/cms-json/cms/v2/templates/child//index/revisions');
      const [newest] = (await ask('templates/child//index/revisions?context=edit')).json;
      expect(newest).to.deep.include({ id: 'child//index', parent: wp_id });
      expect(newest.content.raw).to.equal('Two');
      expect(newest.wp_id).to.be.above(wp_id);
      expect(newest._links.parent[0].href).to.equal('http://localhost/cms-json/cms/v2/templates/child//index');
      const one = await ask(`templates/child//index/revisions/${newest.wp_id}`);
      expect(one.json.wp_id).to.equal(newest.wp_id);
      expect((await ask('templates/child//single/revisions')).json.code).to.equal('rest_post_invalid_parent');
    });

    it('have autosaves', async () => {
      await change({ content: 'One' });
      const path = 'templates/child//index/autosaves';
      const { status, json } = await send('POST', path, { content: 'Unfinished' });
      expect([status, json.id, json.content.raw]).to.eql([200, 'child//index', 'Unfinished']);
      expect((await ask(path)).json).to.have.length(1);
      expect((await ask('templates/child//index')).json.content.raw).to.equal('One');
    });
  });

  describe('that the site makes', () => {
    it('have a slug that no other of the theme has', async () => {
      const made = await send('POST', 'templates', { slug: 'landing', title: 'Landing', content: 'Hello' });
      expect(made.status).to.equal(201);
      expect(made.headers.Location).to.equal('http://localhost/cms-json/cms/v2/templates/child//landing');
      expect(made.json).to.deep.include({ id: 'child//landing', source: 'custom', is_custom: true, origin: null });
      expect((await send('POST', 'templates', { slug: 'landing' })).json.id).to.equal('child//landing-2');
      expect((await send('POST', 'templates', { slug: 'a/b' })).json.code).to.equal('rest_invalid_param');
      expect((await send('POST', 'templates', {})).json.code).to.equal('rest_missing_callback_param');
    });

    it('can be chosen by items of every type', async () => {
      await send('POST', 'templates', { slug: 'landing', content: 'Hello' });
      expect((await send('POST', 'pages', { title: 'Home', template: 'landing' })).json.template).to.equal('landing');
    });

    it('are for an area, where they are parts', async () => {
      const part = async (json: object) => (await send('POST', 'template-parts', json)).json.area;
      expect(await part({ slug: 'top', area: 'header' })).to.equal('header');
      expect(await part({ slug: 'any' })).to.equal('uncategorized');
      expect((await send('PUT', 'template-parts/child//top', { area: 'footer' })).json.area).to.equal('footer');
      expect((await send('PUT', 'template-parts/child//header', { title: 'H' })).json.area).to.equal('header');
    });

    it('are moved to the trash, or deleted', async () => {
      await send('POST', 'templates', { slug: 'landing', content: 'Hello' });
      expect((await send('DELETE', 'templates/child//landing')).json.status).to.equal('trash');
      expect((await ask('templates/child//landing')).json.code).to.equal('rest_template_not_found');
    });
  });

  it('finds the template that would show something', async () => {
    const found = async (query: string) => (await ask(`templates/lookup?${query}`)).json.id;
    expect(await found('slug=single-post-hello')).to.equal('child//single');
    expect(await found('slug=category-news')).to.equal('child//index');
    expect(await found('slug=wide&is_custom=true')).to.equal('child//index');
    await site.options.set('stylesheet', '');
    expect((await ask('templates/lookup?slug=single')).json).to.eql({});
    expect((await ask('templates/lookup')).json.code).to.equal('rest_missing_callback_param');
  });

  it('lists by the id of a stored template, by the area of parts, and by the type that may choose one', async () => {
    const { wp_id } = (await send('PUT', 'templates/child//index', { content: 'Changed' })).json;
    expect(slugsOf((await ask(`templates?wp_id=${wp_id}`)).json)).to.eql(['index']);
    expect(slugsOf((await ask(`templates?wp_id=${wp_id + 1000}`)).json)).to.eql([]);
    expect(slugsOf((await ask('template-parts?area=header')).json)).to.eql(['header']);
    // Templates stand in no area.
    expect(slugsOf((await ask('templates?area=header')).json)).to.eql([]);
    expect(slugsOf((await ask('templates?post_type=post')).json)).to.eql(['wide']);
    expect(slugsOf((await ask('templates?post_type=page')).json)).to.eql([]);
    expect(slugsOf((await ask('templates?post_type=')).json)).to.eql(['index', 'single', 'wide']);
    expect(slugsOf((await ask('template-parts?post_type=page')).json)).to.eql(['footer', 'header']);
    expect((await ask('templates?wp_id=x')).json.code).to.equal('rest_invalid_param');
  });

  it('lists the known templates and areas for editors', async () => {
    const [theme] = (await ask('themes?context=edit&status=active')).json;
    expect(theme).to.deep.include({
      is_block_theme: true,
      stylesheet_uri: 'http://localhost/cms-content/themes/child',
    });
    expect(theme.default_template_types.map(({ slug }: Shown) => slug)).to.include.members(['index', '404']);
    expect(theme.default_template_part_areas.map(({ area }: { area: string }) => area)).to.include('header');
  });

  it('shows templates to those who write, and lets them be changed by those who change the look of the site', async () => {
    for (const path of ['templates', 'templates/child//index', 'templates/lookup?slug=index']) {
      expect((await ask(path, site.as('contributor'))).status, path).to.equal(200);
      expect((await ask(path, site.as('subscriber'))).json.code, path).to.equal('rest_cannot_manage_templates');
      expect((await ask(path, ANONYMOUS)).status, path).to.equal(401);
    }
    for (const [method, path] of [
      ['POST', 'templates'],
      ['PUT', 'templates/child//index'],
      ['DELETE', 'templates/child//index'],
      ['POST', 'templates/child//index/autosaves'],
    ] as const) {
      const { json } = await send(method, path, { slug: 'x', content: 'x' }, site.as('editor'));
      expect(json.code, `${method} ${path}`).to.equal('rest_cannot_manage_templates');
    }
  });
});
