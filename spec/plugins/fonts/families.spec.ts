import { expect } from 'chai';
import { type FontsSite, idIn, openFontsSite, refusalOf } from './fonts-site.ts';

describe('font families', () => {
  let site: FontsSite;
  beforeEach(async () => {
    site = await openFontsSite();
  });
  afterEach(() => site.close());

  const admin = { as: 'admin' };
  const settings = { name: 'Open Sans', slug: 'open-sans', fontFamily: 'Open Sans, sans-serif' };

  it('are made of settings in JSON, cleaned for CSS', async () => {
    const made = await site.family({ ...settings, preview: 'javascript:alert(1)' });
    expect(made.status).to.equal(201);
    const { id, ...data } = made.data as Record<string, unknown>;
    expect(data).to.eql({
      theme_json_version: 3,
      font_faces: [],
      font_family_settings: {
        name: 'Open Sans',
        slug: 'open-sans',
        fontFamily: '"Open Sans", sans-serif',
        preview: '',
      },
    });
    const item = await site.posts.byId(Number(id));
    expect(item).to.include({ type: 'cms_font_family', status: 'publish', title: 'Open Sans', name: 'open-sans' });
  });

  it('keep signs that markup has too', async () => {
    const made = await site.family({ ...settings, preview: 'https://example.org/a?b=1&c=2' });
    const { data } = await site.send('GET', `/font-families/${idIn(made)}`, admin);
    expect(data).to.have.nested.property('font_family_settings.preview', 'https://example.org/a?b=1&c=2');
  });

  for (const [what, text] of [
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no slug', JSON.stringify({ name: 'A', fontFamily: 'A' })],
    ['an empty name', JSON.stringify({ ...settings, name: ' ' })],
    ['a member that there is not', JSON.stringify({ ...settings, color: 'red' })],
    ['a number for a text', JSON.stringify({ ...settings, fontFamily: 1 })],
  ]) {
    it(`are not made of ${what}`, async () => {
      const answer = await site.send('POST', '/font-families', { ...admin, form: { font_family_settings: text } });
      expect(refusalOf(answer)).to.eql([400, 'rest_invalid_param']);
    });
  }

  it('are of a version of theme.json that is known', async () => {
    const form = { font_family_settings: JSON.stringify(settings), theme_json_version: 4 };
    expect(refusalOf(await site.send('POST', '/font-families', { ...admin, form }))).to.eql([
      400,
      'rest_invalid_param',
    ]);
  });

  it('have a slug of their own', async () => {
    await site.family();
    expect(refusalOf(await site.family())).to.eql([400, 'rest_duplicate_font_family']);
  });

  it('are changed in part, but keep their slug', async () => {
    const id = idIn(await site.family());
    const change = (value: object) =>
      site.send('PUT', `/font-families/${id}`, { ...admin, form: { font_family_settings: JSON.stringify(value) } });
    expect((await change({ name: 'Sans' })).data).to.deep.nested.include({
      'font_family_settings.name': 'Sans',
      'font_family_settings.slug': 'open-sans',
      'font_family_settings.fontFamily': '"Open Sans"',
    });
    expect(refusalOf(await change({ slug: 'other' }))).to.eql([400, 'rest_invalid_param']);
  });

  it('are listed, the newest first, and found by slug', async () => {
    await site.family();
    await site.family({ name: 'B', slug: 'b', fontFamily: 'B' });
    const slugs = async (query: string) =>
      (
        (await site.send('GET', `/font-families${query}`, admin)).data as { font_family_settings: { slug: string } }[]
      ).map(({ font_family_settings: { slug } }) => slug);
    expect(await slugs('')).to.eql(['b', 'open-sans']);
    expect(await slugs('?slug=open-sans')).to.eql(['open-sans']);
    expect(refusalOf(await site.send('GET', '/font-families?orderby=title', admin))).to.eql([
      400,
      'rest_invalid_param',
    ]);
  });

  it('go for good with all their faces, and never to the trash', async () => {
    const id = idIn(await site.family());
    const face = idIn(await site.face(id, { fontFamily: 'A', src: 'https://example.org/a.woff2' }));
    const target = `/font-families/${id}`;
    expect(refusalOf(await site.send('DELETE', target, admin))).to.eql([501, 'rest_trash_not_supported']);
    const { data } = await site.send('DELETE', `${target}?force=true`, admin);
    expect(data).to.include({ deleted: true });
    expect(data).to.deep.nested.include({ 'previous.font_faces': [face] });
    expect(await site.posts.byId(face)).to.equal(null);
    expect(refusalOf(await site.send('GET', target, admin))).to.eql([404, 'rest_post_invalid_id']);
  });

  it('are for users who change the look of the site', async () => {
    const id = idIn(await site.family());
    const form = { font_family_settings: JSON.stringify({ name: 'B' }) };
    for (const [as, status] of [
      ['editor', 403],
      ['anonymous', 401],
    ] as const) {
      const refused = async (method: string, path: string, more = {}) =>
        refusalOf(await site.send(method, `/font-families${path}`, { as, ...more }));
      expect(await refused('GET', '')).to.eql([status, 'rest_cannot_read']);
      expect(await refused('GET', `/${id}`)).to.eql([status, 'rest_cannot_read']);
      expect(await refused('PUT', `/${id}`, { form })).to.eql([status, 'rest_cannot_edit']);
      expect(await refused('DELETE', `/${id}?force=true`)).to.eql([status, 'rest_cannot_delete']);
      expect(refusalOf(await site.family(settings, as))).to.eql([status, 'rest_cannot_create']);
    }
  });

  it('have no autosaves', async () => {
    const id = idIn(await site.family());
    expect(refusalOf(await site.send('GET', `/font-families/${id}/autosaves`, admin))).to.eql([404, 'rest_no_route']);
  });
});
