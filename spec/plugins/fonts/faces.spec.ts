import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { recordRemovals } from '../media/media-site.ts';
import { type FontsSite, fontBytes, idIn, openFontsSite, refusalOf, SIGNATURES } from './fonts-site.ts';

describe('font faces', () => {
  let site: FontsSite;
  let family: number;
  let isFull: boolean;
  const full = definePlugin({
    name: 'full',
    version: '1.0.0',
    description: 'Lets no face be stored.',
    setup({ hooks }) {
      hooks
        .filter('rest_pre_insert_{post_type}')
        .for('cms_font_face')
        .tap('full', (input) => {
          if (isFull) throw new Error('full');
          return input;
        });
    },
  });
  beforeEach(async () => {
    isFull = false;
    site = await openFontsSite([full], { maxFileSize: 1000 });
    family = idIn(await site.family());
  });
  afterEach(() => site.close());

  const admin = { as: 'admin' };
  const settings = { fontFamily: 'Open Sans', fontWeight: '400', fontStyle: 'normal', src: 'file-0' };
  const regular = { 'file-0': ['regular.woff2', fontBytes('woff2')] } as const;
  const faces = () => `/font-families/${family}/font-faces`;

  for (const kind of Object.keys(SIGNATURES) as (keyof typeof SIGNATURES)[]) {
    it(`are made of a file of ${kind}, which is stored`, async () => {
      const made = await site.face(family, settings, { 'file-0': [`regular.${kind}`, fontBytes(kind)] });
      expect(made.status).to.equal(201);
      const { id, ...data } = made.data as Record<string, unknown>;
      const src = `http://localhost/cms-content/uploads/fonts/regular.${kind}`;
      expect(data).to.eql({
        theme_json_version: 3,
        parent: family,
        font_face_settings: { ...settings, fontFamily: '"Open Sans"', src },
      });
      expect(await site.files()).to.eql([`fonts/regular.${kind}`]);
      expect(made.headers.Location).to.match(new RegExp(`/font-families/${family}/font-faces/${id}$`));
    });
  }

  it('have several files, or addresses elsewhere', async () => {
    const src = ['file-0', 'https://example.org/a.woff'];
    const made = await site.face(family, { ...settings, src }, regular);
    expect(made.data).to.deep.nested.include({
      'font_face_settings.src': [
        'http://localhost/cms-content/uploads/fonts/regular.woff2',
        'https://example.org/a.woff',
      ],
    });
  });

  it('take no file that is no font, or another than its name says, and store none of the others', async () => {
    for (const file of [
      ['page.html', Buffer.from('<script>alert(1)</script>')],
      ['page.woff2', Buffer.from('<script>alert(1)</script>')],
      ['font.woff', fontBytes('woff2')],
      ['font.php', fontBytes('ttf')],
      ['empty.ttf', Buffer.alloc(0)],
    ] as const) {
      const files = { ...regular, 'file-1': file };
      const answer = await site.face(family, { ...settings, src: ['file-0', 'file-1'] }, files);
      expect(refusalOf(answer), file[0]).to.eql([400, 'rest_font_upload_invalid_file_type']);
    }
    expect(await site.files()).to.eql([]);
  });

  it('take no larger file than the site does', async () => {
    const large = Buffer.concat([fontBytes('ttf'), Buffer.alloc(1000)]);
    const answer = await site.face(family, settings, { 'file-0': ['large.ttf', large] });
    expect(refusalOf(answer)).to.eql([400, 'rest_upload_file_too_big']);
  });

  for (const [what, wrong] of [
    ['a source that is no file of the form', { src: ['file-0', 'file-1'] }],
    ['a source that a browser would run', { src: ['file-0', 'javascript:alert(1)'] }],
    ['a file that is no source', { src: 'https://example.org/a.woff' }],
    ['no source', { src: [] }],
    ['a display that there is not', { fontDisplay: 'never' }],
  ] as const) {
    it(`are not made of ${what}`, async () => {
      const answer = await site.face(family, { ...settings, ...wrong }, regular);
      expect(refusalOf(answer)).to.eql([400, 'rest_invalid_param']);
      expect(await site.files()).to.eql([]);
    });
  }

  it('are distinguished by the properties by which browsers choose them', async () => {
    await site.face(family, settings, regular);
    const again = await site.face(family, { ...settings, fontWeight: 'normal' }, regular);
    expect(refusalOf(again)).to.eql([400, 'rest_duplicate_font_face']);
    expect((await site.face(family, { ...settings, fontWeight: 'bold' }, regular)).status).to.equal(201);
    expect(await site.files()).to.eql(['fonts/regular-1.woff2', 'fonts/regular.woff2']);
  });

  it('leave no file behind when they cannot be stored', async () => {
    isFull = true;
    expect((await site.face(family, settings, regular)).status).to.equal(500);
    expect(await site.files()).to.eql([]);
  });

  it('are listed by family, which links to them', async () => {
    const other = idIn(await site.family({ name: 'B', slug: 'b', fontFamily: 'B' }));
    const bold = { ...settings, fontWeight: '700' };
    const ids = [await site.face(family, settings, regular), await site.face(family, bold, regular)].map(idIn);
    await site.face(other, { fontFamily: 'B', src: 'https://example.org/b.woff2' });
    const list = await site.send('GET', `${faces()}?order=asc&per_page=1`, admin);
    expect((list.data as { id: number }[]).map(({ id }) => id)).to.eql([ids[0]]);
    expect(list.headers['X-CMS-Total']).to.equal('2');
    expect(list.headers.Link).to.include(`/font-families/${family}/font-faces?order=asc&per_page=1&page=2>`);
    const { data, links } = await site.send('GET', `/font-families/${family}`, admin);
    expect(data).to.deep.include({ font_faces: ids });
    expect(links.get('font_faces')?.map(({ href }) => href.split('/').at(-1))).to.eql(ids.map(String));
  });

  it('are read under their own family alone', async () => {
    const other = idIn(await site.family({ name: 'B', slug: 'b', fontFamily: 'B' }));
    const id = idIn(await site.face(family, settings, regular));
    expect((await site.send('GET', `${faces()}/${id}`, admin)).data).to.include({ id, parent: family });
    for (const method of ['GET', 'DELETE']) {
      const asked = async (path: string) => refusalOf(await site.send(method, `${path}?force=true`, admin));
      expect(await asked(`/font-families/${other}/font-faces/${id}`)).to.eql([
        404,
        'rest_font_face_parent_id_mismatch',
      ]);
      expect(await asked(`/font-families/${id}/font-faces/${id}`)).to.eql([404, 'rest_post_invalid_parent']);
      expect(await asked(`${faces()}/${family}`)).to.eql([404, 'rest_post_invalid_id']);
    }
    expect(refusalOf(await site.send('GET', `/font-families/${id}/font-faces`, admin))).to.eql([
      404,
      'rest_post_invalid_parent',
    ]);
  });

  it('take their files with them, and so does their family', async () => {
    const id = idIn(await site.face(family, settings, regular));
    await site.face(family, { ...settings, fontWeight: '700' }, { 'file-0': ['bold.woff2', fontBytes('woff2')] });
    expect(refusalOf(await site.send('DELETE', `${faces()}/${id}`, admin))).to.eql([501, 'rest_trash_not_supported']);
    expect((await site.send('DELETE', `${faces()}/${id}?force=true`, admin)).data).to.include({ deleted: true });
    expect(await site.files()).to.eql(['fonts/bold.woff2']);
    await site.send('DELETE', `/font-families/${family}?force=true`, admin);
    expect(await site.files()).to.eql([]);
  });

  it('keep no answer from being cached while their files are removed', async () => {
    const id = idIn(await site.face(family, settings, regular));
    const removals = recordRemovals(site);
    await site.send('DELETE', `${faces()}/${id}?force=true`, admin);
    expect(removals).to.eql([true]);
  });

  it('are not changed', async () => {
    const id = idIn(await site.face(family, settings, regular));
    expect(refusalOf(await site.send('PUT', `${faces()}/${id}`, admin))).to.eql([404, 'rest_no_route']);
  });

  it('are for users who change the look of the site', async () => {
    const id = idIn(await site.face(family, settings, regular));
    for (const [as, status] of [
      ['editor', 403],
      ['anonymous', 401],
    ] as const) {
      const refused = async (method: string, path: string) =>
        refusalOf(await site.send(method, `${faces()}${path}`, { as }));
      expect(await refused('GET', '')).to.eql([status, 'rest_cannot_read']);
      expect(await refused('GET', `/${id}`)).to.eql([status, 'rest_cannot_read']);
      expect(await refused('DELETE', `/${id}?force=true`)).to.eql([status, 'rest_cannot_delete']);
      expect(refusalOf(await site.face(family, settings, regular, as))).to.eql([status, 'rest_cannot_create']);
    }
    expect(await site.files()).to.eql(['fonts/regular.woff2']);
  });
});
