import { expect } from 'chai';
import { BlockTypes, Shortcodes } from '../../../plugins/content-rendering/index.ts';
import { buildRenderer } from './generation.ts';

const post = (content: string, excerpt = '') => ({ id: 1, content, excerpt });
const dynamic = '<!-- wp:my/counter /-->';

describe('rendered texts that are cached', () => {
  it('are had at once the second time, without a promise', async () => {
    const { renderer } = await buildRenderer();
    const first = await renderer.content('One "two"', null);
    expect(renderer.content('One "two"', null)).to.equal(first);
    expect(renderer.content('One "three"', null)).to.not.equal(first);
  });

  it('are rendered anew as long as one tap does not say that it is pure', async () => {
    let calls = 0;
    const { renderer } = await buildRenderer(({ hooks }) => {
      const count = (text: string) => `${text}${++calls}`;
      hooks.filter('the_title').tap('probe', count);
      hooks.filter('the_content').tap('probe', count);
      hooks.filter('the_excerpt').tap('probe', count);
      hooks.filter('comment_text').tap('probe', count);
    });
    expect([renderer.title('a', 1), renderer.title('a', 1)]).to.eql(['a1', 'a2']);
    for (const expected of ['<p>a</p>\n3', '<p>a</p>\n4']) expect(await renderer.content('a', null)).to.equal(expected);
    for (const expected of ['<p>b</p>\n5', '<p>b</p>\n6'])
      expect(await renderer.excerpt(post('', 'b'))).to.equal(expected);
    for (const expected of ['<p>c</p>\n7', '<p>c</p>\n8']) expect(await renderer.comment('c', {})).to.equal(expected);
  });

  it('are rendered anew when another plugin looks at blocks', async () => {
    let calls = 0;
    const { renderer } = await buildRenderer(({ hooks }) => {
      hooks.filter('render_block').tap('probe', () => String(++calls));
    });
    const content = '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->';
    expect([await renderer.content(content, null), await renderer.content(content, null)]).to.eql(['1', '2']);
    expect(await renderer.excerpt(post(content))).to.not.equal(await renderer.excerpt(post(content)));
  });

  it('are never those of contents with dynamic blocks or shortcodes', async () => {
    let calls = 0;
    const { renderer } = await buildRenderer(({ use }) => {
      use(BlockTypes).register({ name: 'my/counter', render: () => `<b>${++calls}</b>` });
      use(Shortcodes).add('count', () => String(++calls));
    });
    expect([await renderer.content(dynamic, null), await renderer.content(dynamic, null)]).to.eql([
      '<b>1</b>',
      '<b>2</b>',
    ]);
    expect([await renderer.content('[count]', null), await renderer.content('[count]', null)]).to.eql(['3\n', '4\n']);
  });

  it('are forgotten when there is a new kind of block or shortcode', async () => {
    const { renderer, generation } = await buildRenderer();
    const shortcodes = generation.services.get('spec', Shortcodes);
    expect(await renderer.content('[year]', null)).to.equal('<p>[year]</p>\n');
    expect(await renderer.excerpt(post('[year] on'))).to.equal('<p>[year] on</p>\n');
    shortcodes.add('year', () => '1999');
    expect(await renderer.content('[year]', null)).to.equal('1999\n');
    expect(await renderer.excerpt(post('[year] on'))).to.equal('<p>on</p>\n');
    expect(await renderer.content(dynamic, null)).to.equal('');
    generation.services.get('spec', BlockTypes).register({ name: 'my/counter', render: () => 'shown' });
    expect(await renderer.content(dynamic, null)).to.equal('shown');
  });

  it('are rendered anew each time while caches are off', async () => {
    let calls = 0;
    const { renderer } = await buildRenderer(({ hooks }) => {
      hooks.filter('the_title').tap({ name: 'probe', pure: true }, (text) => `${text}${++calls}`);
    }, false);
    expect([renderer.title('a', 1), renderer.title('a', 1)]).to.eql(['a1', 'a2']);
  });

  it('are few, however short they are', async () => {
    const { renderer, generation } = await buildRenderer();
    for (let n = 0; n < 10_000; n++) renderer.title(`Title ${n}`, 1);
    const titles = generation.caches.figures().find(({ name }) => name === 'rendered titles')!;
    expect(titles.entries).to.be.within(1000, 3000);
    expect(titles.size).to.be.at.most(titles.maxSize);
  });
});
