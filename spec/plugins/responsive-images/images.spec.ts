import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { sourcesFor } from '../../../plugins/media/images/sources.ts';
import { contentTags, withFirst, withLast } from '../../../plugins/responsive-images/content-tags.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';
import { serve } from '../../support/serve.ts';

describe('the sources of an image', () => {
  const file = (width: number, height: number) => ({ file: `${width}.png`, width, height });
  const widths = (shown: [number, number], others: [number, number][], most = 2048) =>
    sourcesFor(
      file(...shown),
      others.map((one) => file(...one)),
      most,
    ).map(({ width }) => width);

  it('are the files of its proportions, to a pixel, itself first', () => {
    const others: [number, number][] = [
      [150, 150],
      [1000, 750],
      [500, 376],
      [200, 148],
    ];
    expect(widths([300, 225], others)).to.deep.equal([300, 1000, 500]);
  });

  it('are none wider than the most, but itself', () => {
    const others: [number, number][] = [
      [4000, 3000],
      [400, 300],
    ];
    expect(widths([3000, 2250], others)).to.deep.equal([3000, 400]);
  });

  it('are none where there is no other', () => {
    expect(widths([300, 225], [[300, 225]])).to.deep.equal([]);
  });
});

describe('tags of images', () => {
  it('get attributes before and behind their others, and end as empty elements', () => {
    expect(withFirst('<img src="a">', 'x="1"')).to.equal('<img x="1" src="a">');
    for (const ending of ['>', '/>', ' />', ' / / >']) {
      expect(withLast(`<img src="a"${ending}`, 'x="1"')).to.equal('<img src="a" x="1" />');
    }
  });
});

describe('the tags of a text', () => {
  it('are those of images and frames that end', () => {
    const found = contentTags('<img src="a"> <imgs x> <iframe src="b"></iframe> <img> <img src="c"');
    expect([...found].map(({ tag }) => tag)).to.deep.equal(['<img src="a">', '<iframe src="b">']);
  });
});

describe('images of contents', () => {
  let site: FullSite;
  const taps = definePlugin({
    name: 'image-taps',
    version: '1.0.0',
    description: 'Belongs to a spec.',
    after: ['responsive-images'],
    capabilities: ['content:read'],
    setup({ hooks }) {
      hooks
        .filter('wp_img_tag_add_loading_attr')
        .tap('spec', (value, image) =>
          image.includes('first') ? false : image.includes('odd') ? '"><script>' : value,
        );
      hooks.filter('wp_get_loading_optimization_attributes').tap('spec', (given, tag, { src = '', width = '0' }) => {
        if (src.endsWith('hero.png')) return { fetchpriority: `${tag === 'img' && width === '9' ? 'high' : 'low'}` };
        return src.endsWith('bad.png') ? { ...given, fetchpriority: '"><script>' } : given;
      });
      hooks.filter('wp_lazy_loading_enabled').tap('spec', (enabled, tag) => (tag === 'iframe' ? false : enabled));
      hooks
        .filter('wp_content_img_tag')
        .tap('spec', (image, context, id) => image.replace('<img', `<img data-of="${context} ${id}"`));
    },
  });
  before(async () => {
    site = await buildFullSite({ more: [taps] });
  });
  after(() => site.close());

  const shown = async (content: string, excerpt = 'x') => {
    const user = site.users.admin!.user;
    const json = { title: 'Images', status: 'publish', content, excerpt };
    const made = await serve(site.generation, 'POST', '/cms/v2/posts', { user, json });
    expect(made.status, made.text).to.equal(201);
    return made.json as { content: { rendered: string }; excerpt: { rendered: string } };
  };

  it('are given what the taps of their hooks say, and no value that is none', async () => {
    const img = (name: string) => `<img alt="${name}" src="http://x/${name}.png" width="1" height="1" />`;
    const { content } = await shown(img('first') + img('odd') + img('other'));
    const of = '<img data-of="the_content 0" decoding="async"';
    expect(content.rendered).to.equal(
      `<p>${of} alt="first" src="http://x/first.png" width="1" height="1" />` +
        `${of} alt="odd" src="http://x/odd.png" width="1" height="1" />` +
        `${of} loading="lazy" alt="other" src="http://x/other.png" width="1" height="1" /></p>\n`,
    );
  });

  it('are loaded as a plugin says, with no value that is none', async () => {
    const img = (name: string) => `<img src="http://x/${name}.png" width="9" height="1" />`;
    const { content } = await shown(
      `${img('hero')}${img('bad')}<iframe src="http://x/" width="1" height="1"></iframe>`,
    );
    const tag = '<img data-of="the_content 0"';
    expect(content.rendered).to.include(`${tag} fetchpriority="high" src="http://x/hero.png"`);
    expect(content.rendered).to.include(`${tag} decoding="async" loading="lazy" src="http://x/bad.png"`);
    expect(content.rendered).to.include('<iframe src="http://x/" width="1" height="1"></iframe>');
  });

  it('are completed in excerpts', async () => {
    const { excerpt } = await shown('x', '<img src="http://x/a.png" />');
    expect(excerpt.rendered).to.equal('<p><img data-of="the_excerpt 0" decoding="async" src="http://x/a.png" /></p>\n');
  });
});
