import { expect } from 'chai';
import { ThemeSite } from './theme-site.ts';

describe('blocks that no plugin renders', () => {
  let site: ThemeSite;
  const ADDRESS = '/2026/01/02/kept/';
  const NOTICE = 'no plugin of this site renders them';

  before(async () => {
    site = await ThemeSite.start();
    const content = `<!-- wp:group --><div class="wp-block-group"><!-- wp:third-party/map {"zoom":"<b>"} /--></div><!-- /wp:group -->
<!-- wp:core/icon /--><!-- wp:third-party/stored --><p>Stored text</p><!-- /wp:third-party/stored -->
<!-- wp:third-party/around --><!-- wp:paragraph --><p>Within</p><!-- /wp:paragraph --><!-- /wp:third-party/around -->
<!-- wp:latest-posts /--><!-- wp:embed /-->`;
    await site.publish({ title: 'Kept', name: 'kept', content });
    await site.publish({
      title: 'Whole',
      name: 'whole',
      content: '<!-- wp:paragraph --><p>All</p><!-- /wp:paragraph -->',
    });
  });
  after(() => site.close());

  it('are named on the page to who may edit it', async () => {
    const main = await (await site.signedIn('editor', 'editor')).main(ADDRESS);
    expect(main).to.include(`${NOTICE}: core/icon, third-party/map. Only those who may edit this page see this line.`);
    expect(main).to.include('Stored text').and.include('Within');
  });

  it('are not named where all is shown', async () => {
    expect(await (await site.signedIn('second', 'editor')).main('/2026/01/02/whole/')).not.to.include(NOTICE);
  });

  it('are named to nobody else', async () => {
    for (const visitor of [site.visitor(), await site.signedIn('reader', 'subscriber')])
      expect(await visitor.main(ADDRESS))
        .to.include('Stored text')
        .and.not.include(NOTICE)
        .and.not.include('icon');
  });
});
