import { expect } from 'chai';
import reusableBlocks from '../../../plugins/reusable-blocks/index.ts';
import { openPostSite, type PostSite } from '../posts/post-site.ts';

describe('reusable blocks', () => {
  let site: PostSite;
  let id: number;

  before(async () => {
    site = await openPostSite({ plugins: [reusableBlocks] });
    const block = { type: 'cms_block', title: 'Block', content: '<!-- wp:separator /-->', status: 'publish' };
    id = (await site.posts.insert(block)).id;
  });
  after(() => site.close());

  const statusFor = async (role?: string) =>
    (await site.send('GET', `/cms/v2/blocks/${id}`, { as: role === undefined ? undefined : site.user(role) })).status;

  it('are read by those alone who may edit items', async () => {
    expect(await Promise.all([undefined, 'subscriber', 'contributor', 'editor'].map(statusFor))).to.eql([
      401, 403, 200, 200,
    ]);
  });

  it('show their texts as stored, and never as rendered', async () => {
    for (const context of ['view', 'edit']) {
      const { data } = await site.send('GET', `/cms/v2/blocks/${id}`, { as: site.user('editor'), query: { context } });
      const { title, content } = data as { title: object; content: object };
      expect(title, context).to.eql({ raw: 'Block' });
      expect(content, context).to.include({ raw: '<!-- wp:separator /-->' });
      expect(content, context).to.not.have.property('rendered');
    }
  });

  it('leave pages and posts as they are', async () => {
    const post = await site.posts.insert({ title: 'Post', content: 'x', status: 'publish' });
    const { data } = await site.send('GET', `/cms/v2/posts/${post.id}`);
    expect((data as { content: object }).content).to.eql({ rendered: '<p>x</p>\n', protected: false });
  });
});
