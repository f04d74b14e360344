import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import type { CurrentUser } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import globalStyles from '../../../plugins/global-styles/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';
import { themeFolder } from '../../support/theme-folder.ts';

const FILES: Readonly<Record<string, unknown>> = {
  'base/theme.json': {
    settings: { color: { palette: [{ slug: 'ink', color: '#111' }] }, typography: { dropCap: false } },
    styles: { color: { text: 'var(--ink)' }, elements: { link: { color: { text: 'red' } } } },
  },
  'base/styles/dark.json': { title: 'Dark', styles: { color: { background: '#000' } } },
  'base/styles/warm.json': { title: 'Warm of base' },
  'child/style.css': '/* Theme Name: Child\nTemplate: base */',
  'child/theme.json': {
    settings: { blocks: { 'core/button': { color: { palette: [{ slug: 'red', color: '#f00' }] } } } },
    styles: { color: { text: 'blue' } },
  },
  'child/styles/warm.json': { title: 'Warm', settings: { color: { palette: [{ slug: 'sun', color: '#fc0' }] } } },
  'child/styles/broken.json': 'nothing',
};

describe('the global-styles plugin', () => {
  let folder: string;
  let site: ContentSite;
  let id: number;

  before(async () => {
    folder = await themeFolder(FILES);
    site = await buildContentSite([themes, revisions, globalStyles], { options: { themes: { folder } } });
    await site.options.set('stylesheet', 'child');
    id = idIn(await activeTheme());
  });
  after(async () => {
    await site.generation.dispose();
    await rm(folder, { recursive: true });
  });

  const activeTheme = async () =>
    (await site.get('/cms/v2/themes?context=edit&status=active', site.as('administrator'))).json[0];
  const idIn = (theme: { _links: Record<string, { href: string }[]> }): number =>
    Number(/(\d+)(?:\?|$)/.exec(theme._links['cms:user-global-styles']![0]!.href)![1]);
  const read = async (query = '', user = site.as('administrator')) =>
    site.get(`/cms/v2/global-styles/${id}${query}`, user);
  const change = (json: object, user: CurrentUser = site.as('administrator')) =>
    serve(site.generation, 'PUT', `/cms/v2/global-styles/${id}`, { user, json });
  const ofTheme = async (path: string) =>
    (await site.get(`/cms/v2/global-styles/themes/${path}`, site.as('contributor'))).json;
  /** A user who may change the look of the site, but not write any markup. */
  const decorator = (): CurrentUser => {
    const capabilities = ['read', 'edit_posts', 'edit_theme_options'];
    return {
      id: 7,
      can: (capability: string, ...objects: unknown[]) =>
        capabilities.includes(capability) || (objects.length > 0 && capability === 'edit_post'),
    };
  };

  describe('of a theme', () => {
    it('are those of the theme over those of its parent, over those of every theme', async () => {
      const { settings, styles } = await ofTheme('child');
      expect(settings.color.palette.theme).to.eql([{ slug: 'ink', color: '#111' }]);
      expect(settings.color.palette.default[0]).to.eql({ slug: 'black', name: 'Black', color: '#000000' });
      expect(settings.blocks['core/button'].color.palette).to.eql({ theme: [{ slug: 'red', color: '#f00' }] });
      expect(settings.typography).to.include({ dropCap: false, customFontSize: true });
      expect(styles.color.text).to.equal('blue');
      expect(styles.elements.link).to.eql({ typography: { textDecoration: 'underline' }, color: { text: 'red' } });
    });

    it('have variations, which are files of the theme or of its parent', async () => {
      const variations = await ofTheme('child/variations');
      expect(variations.map(({ title }: { title: string }) => title)).to.eql(['Dark', 'Warm']);
      expect(variations[1].settings.color.palette).to.eql({ theme: [{ slug: 'sun', color: '#fc0' }] });
    });

    it('are shown of the active theme alone, to writers', async () => {
      expect((await ofTheme('base')).code).to.equal('rest_theme_not_found');
      expect((await ofTheme('base/variations')).code).to.equal('rest_theme_not_found');
      for (const [user, status] of [
        [ANONYMOUS, 401],
        [site.as('subscriber'), 403],
      ] as const) {
        const answer = await site.get('/cms/v2/global-styles/themes/child', user);
        expect([answer.status, answer.json.code]).to.eql([status, 'rest_cannot_read_global_styles']);
      }
    });
  });

  describe('of the site', () => {
    it('are one item for each theme, which the active theme links', async () => {
      expect(idIn(await activeTheme())).to.equal(id);
      expect((await site.posts.byId(id))?.type).to.equal('cms_global_styles');
      await site.options.set('stylesheet', 'base');
      const [one, other] = await Promise.all([activeTheme(), activeTheme()]);
      expect(idIn(one)).to.equal(idIn(other)).and.not.equal(id);
      await site.options.set('stylesheet', 'child');
    });

    it('are empty until they are changed, one part at a time', async () => {
      expect((await read('?context=edit')).json).to.deep.include({ id, settings: {}, styles: {} });
      const settings = { color: { palette: { custom: [{ slug: 'mine', name: 'Mine', color: '#123456' }] } } };
      expect((await change({ settings })).json).to.deep.include({ settings, styles: {} });
      const styles = { color: { background: '#fff' }, css: 'a { color: red }' };
      expect((await change({ styles, title: 'Mine' })).json).to.deep.include({ settings, styles });
      expect((await read('?context=edit')).json.title).to.eql({ raw: 'Mine', rendered: 'Mine' });
    });

    it('have revisions with their settings and styles', async () => {
      await change({ styles: { color: { background: '#eee' } } });
      const { json } = await read();
      const path = new URL(json._links['version-history'][0].href).pathname.replace('/cms-json', '');
      const [newest] = (await site.get(`${path}?per_page=1`, site.as('administrator'))).json;
      expect(newest.styles).to.eql({ color: { background: '#eee' } });
      expect(newest).to.include.keys('id', 'author', 'date', 'settings').and.not.have.any.keys('content', 'title');
    });

    it('hold no markup in style sheets, and none at all of users who may not write any markup', async () => {
      const refused = async (styles: object, user?: CurrentUser) => (await change({ styles }, user)).json.code;
      expect(await refused({ css: 'a{}</style><script>' })).to.equal('rest_custom_css_illegal_markup');
      expect(await refused({ blocks: { 'core/x': { css: 'a<b' } } })).to.equal('rest_custom_css_illegal_markup');
      expect(await refused({ css: 'a { color: red }' }, decorator())).to.equal('rest_cannot_edit_css');
    });

    it('keep plain values alone of users who may not write any markup', async () => {
      const styles = {
        color: { text: 'var:preset|color|ink', background: 'red;}</style><script>alert(1)</script>' },
        'x<y': { a: 'b' },
        background: { backgroundImage: { url: 'javascript:alert(1)' } },
      };
      expect((await change({ styles }, decorator())).json.styles).to.eql({
        color: { text: 'var:preset|color|ink' },
        background: { backgroundImage: {} },
      });
    });

    it('are read by writers, and changed by users who may change the look of the site', async () => {
      expect((await read('', site.as('contributor'))).status).to.equal(200);
      expect((await read('?context=edit', site.as('editor'))).json.code).to.equal('rest_forbidden_context');
      expect((await read('', site.as('subscriber'))).json.code).to.equal('rest_cannot_view');
      expect((await change({ styles: {} }, site.as('editor'))).json.code).to.equal('rest_cannot_edit');
    });

    it('are neither listed, made nor deleted', async () => {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['DELETE', `/${id}`],
      ] as const) {
        const user = site.as('administrator');
        const { json } = await serve(site.generation, method, `/cms/v2/global-styles${path}`, { user });
        expect(json.code, method).to.equal('rest_no_route');
      }
    });

    it('survive a content that is no such thing', async () => {
      const stored = (await site.posts.byId(id))!.content;
      for (const content of ['{', '[]', '{"styles":{"a":1}}', 'null']) {
        await site.posts.update(id, { content });
        expect((await read()).json, content).to.deep.include({ settings: {}, styles: {} });
      }
      await site.posts.update(id, { content: stored });
    });
  });
});
