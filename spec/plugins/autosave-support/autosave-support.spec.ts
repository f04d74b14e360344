import { expect } from 'chai';
import autosaveSupport from '../../../plugins/autosave-support/index.ts';
import autosaves from '../../../plugins/autosaves/index.ts';
import revisions from '../../../plugins/revisions/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';

describe('the autosave-support plugin', () => {
  let site: ContentSite;
  before(async () => {
    site = await buildContentSite([revisions, autosaves, autosaveSupport]);
  });
  after(() => site.generation.dispose());

  const typeOf = async (type: string, query: string) =>
    (await site.get(`/cms/v2/types/${type}?${query}`, site.as('administrator'))).json;

  it('shows that types with an editor have autosaves', async () => {
    for (const type of ['post', 'page', 'cms_block']) {
      expect((await typeOf(type, 'context=edit')).supports, type).to.include({ autosave: true, editor: true });
    }
    expect((await typeOf('attachment', 'context=edit')).supports).to.not.have.property('autosave');
  });

  it('adds nothing where supports are not shown', async () => {
    expect(await typeOf('post', '')).to.not.have.property('supports');
    expect(await typeOf('post', 'context=edit&_fields=slug')).to.eql({ slug: 'post' });
  });
});
