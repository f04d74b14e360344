import { expect } from 'chai';
import type { Renderer } from '../../../plugins/content-rendering/index.ts';
import { BlockTypes, renderStages, Shortcodes } from '../../../plugins/content-rendering/index.ts';
import { readFixture } from '../../support/fixtures.ts';
import { buildRenderer } from './generation.ts';

interface Rendered {
  raw: string;
  rendered: string;
}

const post = (content: string, excerpt = '') => ({ id: 1, content, excerpt });

describe('rendering of contents', () => {
  let renderer: Renderer;

  before(async () => {
    ({ renderer } = await buildRenderer());
  });

  for (const { id, expect: expected } of readFixture('scenarios/posts-excerpts.json').steps) {
    const { title, content, excerpt } = expected.body as Record<string, Rendered | undefined>;
    if (content?.raw === undefined && excerpt?.raw === undefined) continue;
    it(`renders the item of the recorded step ${id}`, async () => {
      if (title) expect(renderer.title(title.raw, 1)).to.equal(title.rendered);
      if (content) expect(await renderer.content(content.raw, post(content.raw))).to.equal(content.rendered);
      if (excerpt) expect(await renderer.excerpt(post(content?.raw ?? '', excerpt.raw))).to.equal(excerpt.rendered);
    });
  }

  it('renders a hundred dynamic blocks and shortcodes of a text, and leaves the others as they are', async () => {
    let runs = 0;
    const counting = await buildRenderer(({ use }) => {
      const render = () => {
        runs++;
        return 'made';
      };
      use(BlockTypes).register({ name: 'my/dynamic', render });
      use(Shortcodes).add('dynamic', render);
    });
    const blocks = '<!-- wp:my/dynamic -->own<!-- /wp:my/dynamic -->'.repeat(90);
    const content = blocks + '[dynamic]'.repeat(20);
    const made = 'made'.repeat(100) + '[dynamic]'.repeat(10);
    expect(await counting.renderer.content(content, post(content))).to.equal(made);
    expect(runs).to.equal(100);
    const more = blocks.repeat(2);
    expect(await counting.renderer.content(more, post(more))).to.equal('made'.repeat(100) + 'own'.repeat(80));
    await counting.generation.dispose();
  });

  it('renders the texts of comments with links that pass on no trust', async () => {
    expect(await renderer.comment("See http://a.example/?b=1&amp;c=2 it's\n\nBye", {})).to.equal(
      '<p>See <a href="http://a.example/?b=1&amp;c=2" rel="nofollow ugc">http://a.example/?b=1&amp;c=2</a> it&#8217;s</p>\n<p>Bye</p>\n',
    );
  });

  it('leaves blocks that an excerpt has no use for out of it, and looks into groups', async () => {
    const content =
      '<!-- wp:group --><div><!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:code --><pre>two</pre><!-- /wp:code --></div><!-- /wp:group -->' +
      '<!-- wp:list --><ul><!-- wp:list-item --><li>three</li><!-- /wp:list-item --></ul><!-- /wp:list --><!-- wp:my/chart -->four<!-- /wp:my/chart -->';
    expect(await renderer.excerpt(post(content))).to.equal('<p>One three</p>\n');
  });
});

describe('the hooks of rendering', () => {
  const dynamic = '<!-- wp:my/greeting {"name":"Ada","size":"big"} --><i>x</i><!-- /wp:my/greeting -->';

  it('renders dynamic blocks with valid attributes and defaults, and gives them their markup and context', async () => {
    const { renderer } = await buildRenderer((host) => {
      host.use(BlockTypes).register({
        name: 'my/greeting',
        attributes: {
          name: { type: 'string' },
          size: { type: 'integer', default: 3 },
          tone: { type: 'string', default: 'warm' },
        },
        render: async (attributes, content, block, { post: item }) =>
          JSON.stringify({ ...attributes, content, block: block.blockName, id: item?.id }),
      });
    });
    const rendered = await renderer.content(dynamic, post(dynamic));
    expect(rendered.replace(/&#822[01];|&#8243;/g, '"')).to.equal(
      '{"size":3,"tone":"warm","name":"Ada","content":"<i>x</i>","block":"my/greeting","id":1}',
    );
  });

  it('keeps the markup of a dynamic block that fails', async () => {
    const { renderer } = await buildRenderer((host) => {
      host.use(BlockTypes).register({
        name: 'my/greeting',
        render: () => {
          throw new Error('no');
        },
      });
    });
    expect(await renderer.content(dynamic, null)).to.equal('<i>x</i>');
  });

  it('passes each block through render_block, inner ones first', async () => {
    const { renderer } = await buildRenderer((host) => {
      host.hooks.filter('render_block').tap('probe', (markup, { blockName }) => `[${blockName}:${markup}]`);
    });
    const content = '<!-- wp:a -->1<!-- wp:b -->2<!-- /wp:b -->3<!-- wp:c /-->4<!-- /wp:a -->';
    expect(await renderer.content(content, null)).to.equal('[core/a:1[core/b:2]3[core/c:]4]');
  });

  it('shows a tap without a stage paragraphs, and shortcodes as written', async () => {
    let seen = '';
    const { renderer } = await buildRenderer((host) => {
      host.use(Shortcodes).add('year', () => '1999');
      host.hooks.filter('the_content').tap('probe', (content) => {
        seen = content;
      });
    });
    expect(await renderer.content('In [year] "x"', null)).to.equal('<p>In 1999 &#8220;x&#8221;</p>\n');
    expect(seen).to.equal('<p>In [year] &#8220;x&#8221;</p>\n');
  });

  it('lets a tap stand before the blocks are rendered', async () => {
    const { renderer } = await buildRenderer((host) => {
      host.hooks
        .filter('the_content')
        .tap({ name: 'first', stage: renderStages.blocks - 1 }, (content) => `${content}!`);
    });
    expect(await renderer.content('a', null)).to.equal('<p>a!</p>\n');
  });

  it('takes the paragraph off a shortcode that stands alone, and strips shortcodes from made excerpts', async () => {
    const { renderer } = await buildRenderer((host) => {
      host.use(Shortcodes).add('box', (_, content) => `<div>${content}</div>`);
    });
    const content = 'Before\n\n[box]in[/box]\n\nafter [[box]] it';
    expect(await renderer.content(content, post(content))).to.equal(
      '<p>Before</p>\n<div>in</div>\n<p>after [box] it</p>\n',
    );
    // Without its second brackets it is rendered with the rest of the excerpt.
    expect(await renderer.excerpt(post(content))).to.equal('<p>Before after null it</p>\n');
  });

  it('renders a hundred thousand nested blocks without running out of stack', async () => {
    const { renderer } = await buildRenderer();
    const depth = 100_000;
    const content = `${'<!-- wp:a -->'.repeat(depth)}x${'<!-- /wp:a -->'.repeat(depth)}`;
    expect(await renderer.content(content, null)).to.equal('x');
  });

  it('renders blocks within a hundred others, whichever renders them, and leaves deeper ones as they are written', async () => {
    const { renderer, generation } = await buildRenderer(({ hooks, use }) => {
      hooks
        .filter('render_block')
        .tap('marks', (markup, { blockName }) => (blockName === 'my/a' ? `(${markup})` : markup));
      use(BlockTypes).register({
        name: 'my/own',
        skipInnerBlocks: true,
        render: (_attributes, _content, { innerBlocks }, context) => renderer.blocks(innerBlocks, context),
      });
    });
    const nested = (name: string, depth: number, inner: string) =>
      `<!-- wp:my/${name} -->`.repeat(depth) + inner + `<!-- /wp:my/${name} -->`.repeat(depth);
    const marked = async (content: string) => (await renderer.content(content, null)).split('(').length - 1;
    expect(await marked(nested('a', 500, 'x'))).to.equal(101);
    expect(await marked(nested('a', 60, nested('own', 1, nested('a', 500, 'x'))))).to.equal(100);
    expect(await marked(nested('a', 3, '') + nested('own', 1, nested('a', 50, 'x')).repeat(9))).to.equal(453);
    await generation.dispose();
  });

  it('renders deeply nested blocks with markup of their own in little room', async () => {
    const { renderer, generation } = await buildRenderer(({ hooks }) =>
      hooks.filter('render_block').tap('looks', (markup) => (markup.includes('none') ? '' : markup)),
    );
    const depth = 10_000;
    const content = `${'<!-- wp:a --><div class="some">'.repeat(depth)}${'</div><!-- /wp:a -->'.repeat(depth)}`;
    const before = process.memoryUsage().heapUsed;
    expect((await renderer.content(content, null)).trim()).to.have.length(depth * 24);
    expect(process.memoryUsage().heapUsed - before).to.be.below(400_000_000);
    await generation.dispose();
  });
});
