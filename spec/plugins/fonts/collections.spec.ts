import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { FontCollections } from '../../../plugins/fonts/index.ts';
import { type FontsSite, openFontsSite, refusalOf } from './fonts-site.ts';

const SERIF = {
  slug: 'serif',
  name: 'Serif',
  description: 'Old ones',
  categories: [{ name: 'Serif', slug: 'serif' }],
  font_families: [
    { font_family_settings: { name: 'A', slug: 'a', fontFamily: 'A', fontFace: [] }, categories: ['serif'] },
  ],
};

describe('font collections', () => {
  const offers = definePlugin({
    name: 'offers',
    version: '1.0.0',
    description: 'Offers fonts.',
    requires: { fonts: '*' },
    setup({ use }) {
      const collections = use(FontCollections);
      for (const collection of [SERIF, { ...SERIF, slug: 'gone' }]) collections.register(collection);
      collections.register({ slug: 'empty', name: 'Empty', font_families: [] });
      collections.unregister('gone');
    },
  });
  let site: FontsSite;
  before(async () => {
    site = await openFontsSite([offers]);
  });
  after(() => site.close());

  const admin = { as: 'admin' };

  it('are those that plugins offer, in pages', async () => {
    const { data, headers } = await site.send('GET', '/font-collections?per_page=1&page=2', admin);
    expect(data).to.have.length(1);
    expect((data as object[])[0]).to.deep.include({
      slug: 'empty',
      name: 'Empty',
      description: '',
      categories: [],
      font_families: [],
    });
    expect(headers).to.include({ 'X-CMS-Total': '2', 'X-CMS-TotalPages': '2' });
    expect(refusalOf(await site.send('GET', '/font-collections?page=2', admin))).to.eql([
      400,
      'rest_post_invalid_page_number',
    ]);
  });

  it('are read by slug', async () => {
    const { data, links } = await site.send('GET', '/font-collections/serif', admin);
    expect(data).to.eql(SERIF);
    expect([...links.keys()]).to.eql(['self', 'collection']);
    expect((await site.send('GET', '/font-collections/serif?_fields=name', admin)).data).to.eql({ name: 'Serif' });
    for (const slug of ['gone', 'constructor']) {
      expect(refusalOf(await site.send('GET', `/font-collections/${slug}`, admin))).to.eql([
        404,
        'rest_font_collection_not_found',
      ]);
    }
  });

  it('are for users who change the look of the site', async () => {
    for (const path of ['/font-collections', '/font-collections/serif', '/font-collections/none']) {
      expect(refusalOf(await site.send('GET', path, { as: 'editor' }))).to.eql([403, 'rest_cannot_read']);
      expect(refusalOf(await site.send('GET', path))).to.eql([401, 'rest_cannot_read']);
    }
  });

  it('have a slug that fits into an address', () => {
    const collections = site.generation.services.get('spec', FontCollections);
    expect(() => collections.register({ ...SERIF, slug: 'a b' })).to.throw(TypeError, 'a b');
  });
});
