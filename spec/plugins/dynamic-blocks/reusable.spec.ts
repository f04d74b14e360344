import { expect } from 'chai';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';

describe('reusable blocks', () => {
  let site: FullSite;
  let posts: PostStore;
  before(async () => {
    site = await buildFullSite();
    posts = site.generation.services.get('spec', PostStore);
  });
  after(() => site.close());

  const ref = (id: number) => `<!-- wp:block {"ref":${id}} /-->`;
  const make = async (content: string, more: { status?: string; password?: string; type?: string } = {}) =>
    (await posts.insert({ type: 'cms_block', title: 'Block', status: 'publish', content, ...more })).id;
  const show = async (content: string) =>
    site.generation.services.get('spec', Renderer).content(content, { id: 1, content });

  it('are shown within each other, and twice beside each other', async () => {
    const inner = await make('<p>in</p>');
    const outer = await make(`<p>out</p>${ref(inner)}`);
    expect(await show(ref(outer) + ref(inner))).to.equal('<p>out</p><p>in</p><p>in</p>');
  });

  it('end where they hold themselves', async () => {
    const [one, two] = [await make('x'), await make('y')];
    await posts.update(one, { content: `<p>one</p>${ref(two)}` });
    await posts.update(two, { content: `<p>two</p>${ref(one)}` });
    expect(await show(ref(one))).to.equal('<p>one</p><p>two</p>');
  });

  it('show nothing of drafts, of those with a password, and of items of other types', async () => {
    const hidden = [
      await make('secret', { status: 'draft' }),
      await make('secret', { status: 'private' }),
      await make('secret', { password: 'x' }),
      await make('secret', { type: 'post' }),
    ];
    expect(await show(`<p>a</p>${hidden.map(ref).join('')}<!-- wp:block {"ref":"x"} /--><!-- wp:block /-->`)).to.equal(
      '<p>a</p>',
    );
  });

  it('count among the dynamic parts of the content, however deep they lie', async () => {
    let id = await make('<p>x</p>');
    for (let depth = 0; depth < 4; depth++) id = await make(ref(id).repeat(20));
    const shown = await show(ref(id));
    expect(shown.split('<p>x</p>').length - 1).to.be.within(1, 100);
  });
});
