import { expect } from 'chai';
import patternCategories from '../../../plugins/pattern-categories/index.ts';
import reusableBlocks from '../../../plugins/reusable-blocks/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';

describe('the pattern-categories plugin', () => {
  let site: ContentSite;
  before(async () => {
    site = await buildContentSite([reusableBlocks, patternCategories]);
  });
  after(() => site.generation.dispose());

  const send = (method: string, path: string, json?: object) =>
    serve(site.generation, method, `/cms/v2/${path}`, { user: site.as('editor'), json });

  it('stores patterns under categories, by which they are found', async () => {
    const category = (await send('POST', 'cms_pattern_category', { name: 'Heroes' })).json;
    expect(category).to.include({ taxonomy: 'cms_pattern_category', slug: 'heroes' });
    const { status, json } = await send('POST', 'blocks', {
      title: 'Hero',
      content: 'hero',
      status: 'publish',
      cms_pattern_category: [category.id],
    });
    expect([status, json.cms_pattern_category]).to.eql([201, [category.id]]);
    await send('POST', 'blocks', { title: 'Other', content: 'x', status: 'publish' });
    const found = (await send('GET', `blocks?cms_pattern_category=${category.id}`)).json;
    expect(found.map(({ id }: { id: number }) => id)).to.eql([json.id]);
  });

  it('stores whether copies of a pattern are kept in sync with it', async () => {
    const make = async (meta: object) => (await send('POST', 'blocks', { title: 'A', status: 'publish', meta })).json;
    const made = await make({ cms_pattern_sync_status: 'unsynced' });
    expect(made).to.deep.include({
      cms_pattern_sync_status: 'unsynced',
      meta: { cms_pattern_sync_status: 'unsynced' },
    });
    expect((await make({})).cms_pattern_sync_status).to.equal('');
    expect((await make({ cms_pattern_sync_status: 'never' })).code).to.equal('rest_invalid_param');
  });

  it('lets patterns be described', async () => {
    const { json } = await send('POST', 'blocks', { title: 'A', status: 'publish', excerpt: 'What for' });
    expect(json.excerpt.raw).to.equal('What for');
  });
});
