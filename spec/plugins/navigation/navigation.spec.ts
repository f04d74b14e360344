import { expect } from 'chai';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import navigation from '../../../plugins/navigation/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';

describe('the navigation plugin', () => {
  let site: ContentSite;
  beforeEach(async () => {
    site = await buildContentSite([themes, navigation]);
  });
  afterEach(() => site.generation.dispose());

  const FALLBACK = '/cms-block-editor/v1/navigation-fallback';
  const fallback = (query = '') => site.get(FALLBACK + query, site.as('administrator'));
  const make = async (json: object) =>
    (await serve(site.generation, 'POST', '/cms/v2/navigation', { user: site.as('administrator'), json })).json;

  it('stores menus, which everybody reads once they are published', async () => {
    const made = await make({ title: 'Main', content: '<!-- wp:home-link /-->', status: 'publish' });
    expect(made).to.deep.include({ type: 'cms_navigation', slug: 'main', title: { raw: 'Main', rendered: 'Main' } });
    expect((await site.get(`/cms/v2/navigation/${made.id}`, ANONYMOUS)).json.title).to.eql({ rendered: 'Main' });
    const draft = await site.posts.insert({ type: 'cms_navigation', title: 'Draft' });
    expect((await site.get(`/cms/v2/navigation/${draft.id}`, site.as('editor'))).status).to.equal(403);
  });

  it('lets menus be made by those alone who change the look of the site', async () => {
    const json = { title: 'Main' };
    const answer = await serve(site.generation, 'POST', '/cms/v2/navigation', { user: site.as('editor'), json });
    expect(answer.json.code).to.equal('rest_cannot_create');
  });

  it('shows the newest published menu where none is chosen, embedded as it is stored', async () => {
    await make({ title: 'Old', content: 'old', status: 'publish', date: '2020-01-01T00:00:00' });
    const { id } = await make({ title: 'New', content: '<!-- wp:home-link /-->', status: 'publish' });
    await make({ title: 'Draft' });
    const { json } = await fallback('?_embed=true');
    expect(json.id).to.equal(id);
    expect(json._links.self[0].href).to.equal(`http://localhost/cms-json/cms/v2/navigation/${id}`);
    const [menu] = json._embedded.self;
    expect(menu).to.deep.include({ id, status: 'publish', title: { raw: 'New', rendered: 'New' } });
    expect(menu.content.raw).to.equal('<!-- wp:home-link /-->');
  });

  it('makes a menu of all pages where there is none, and only one', async () => {
    const [one, other] = await Promise.all([fallback(), fallback()]);
    expect(one.json).to.have.property('id', other.json.id);
    expect((await site.posts.byId(one.json.id))?.content).to.equal('<!-- wp:page-list /-->');
    expect((await fallback()).json.id).to.equal(one.json.id);
  });

  it('shows the fallback menu only to users who may make menus', async () => {
    for (const role of ['editor', 'subscriber']) {
      expect((await site.get(FALLBACK, site.as(role))).json.code, role).to.equal('rest_cannot_create');
    }
    expect((await site.get(FALLBACK, ANONYMOUS)).status).to.equal(401);
    expect((await site.posts.query({ types: ['cms_navigation'], statuses: ['any'] })).total).to.equal(0);
  });
});
