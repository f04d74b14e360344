import { expect } from 'chai';
import { type BlockContext, parseBlocks, Renderer } from '../../../plugins/content-rendering/index.ts';
import type { Queried } from '../../../plugins/query-blocks/index.ts';
import { buildListSite, type ListSite } from './list-site.ts';

describe('the blocks of the list that a page shows', () => {
  let site: ListSite;

  before(async () => {
    site = await buildListSite();
  });
  after(() => site.generation.dispose());

  const render = (content: string, context: BlockContext) =>
    site.generation.services
      .get('spec', Renderer)
      .blocks(parseBlocks(content), { source: content, post: null }, context);

  const archive: Queried = {
    kind: 'archive',
    prefix: 'Category',
    title: 'News & <i>',
    description: '<b>All</b><script>',
  };

  it('show the title of an archive and the description of its term', async () => {
    const title = '<!-- wp:query-title {"type":"archive","level":2} /-->';
    expect(await render(title, { queried: archive })).to.equal(
      '<h2 class="cms-block-query-title">Category: <span>News &amp; &lt;i&gt;</span></h2>',
    );
    const bare = '<!-- wp:query-title {"type":"archive","showPrefix":false} /-->';
    expect(await render(bare, { queried: archive })).to.equal(
      '<h1 class="cms-block-query-title">News &amp; &lt;i&gt;</h1>',
    );
    expect(await render('<!-- wp:term-description /-->', { queried: archive })).to.equal(
      '<div class="cms-block-term-description"><b>All</b></div>',
    );
  });

  it('show what was searched for', async () => {
    const queried: Queried = { kind: 'search', text: '<b>' };
    expect(await render('<!-- wp:query-title {"type":"search"} /-->', { queried })).to.equal(
      '<h1 class="cms-block-query-title">Search results for: &#8220;&lt;b&gt;&#8221;</h1>',
    );
    expect(await render('<!-- wp:query-title {"type":"search","showSearchTerm":false} /-->', { queried })).to.equal(
      '<h1 class="cms-block-query-title">Search results</h1>',
    );
  });

  it('show nothing elsewhere', async () => {
    const blocks = '<!-- wp:query-title {"type":"search"} /--><!-- wp:query-title /--><!-- wp:term-description /-->';
    expect(await render(blocks, {})).to.equal('');
    expect(await render('<!-- wp:query-title {"type":"search"} /-->', { queried: archive })).to.equal('');
  });
});
