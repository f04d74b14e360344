import { expect } from 'chai';
import { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginDefinition, type RequestContext } from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import { createSite } from '../../../host/site.ts';
import blockSupports, { BlockStyles } from '../../../plugins/block-supports/index.ts';
import contentRendering, { Renderer } from '../../../plugins/content-rendering/index.ts';
import { BatchLoader } from '../../../plugins/database/index.ts';
import formatting from '../../../plugins/formatting/index.ts';
import { AttachmentImages } from '../../../plugins/media/index.ts';
import mediaBlocks from '../../../plugins/media-blocks/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';

const service = (name: string, setup: PluginDefinition['setup']) =>
  definePlugin({ name, version: '0.1.0', description: 'Belongs to a spec.', setup });

/** How often metadata was read. */
let loads = 0;

/** Item 7 has the image 9 as its featured one. */
const meta = service('meta', ({ provide }) => {
  const load = async (ids: readonly number[]) => {
    loads++;
    return ids.map((id) => new Map(id === 7 ? [['_thumbnail_id', ['9']]] : []));
  };
  const loader = (_type: string, context: RequestContext) => context.memo(load, () => new BatchLoader(load));
  provide(MetaStore, { loader } as unknown as MetaStore);
});
const media = service('media', ({ provide }) => {
  provide(AttachmentImages, {
    load: async (id: number) => (id === 9 ? { id, url: "https://a.example/i'(1).png" } : null),
    element: (_image: unknown, size: string, attributes: object) => `<img ${size} ${JSON.stringify(attributes)}>`,
  } as unknown as AttachmentImages);
});

describe('the blocks of pictures and files', () => {
  let renderer: Renderer;
  let styles: BlockStyles;

  before(async () => {
    const plugins = [contentRendering, formatting, blockSupports, meta, media, mediaBlocks] as PluginDefinition[];
    const generation = await Generation.build({
      site: createSite({ brand: createBrand() }),
      plugins: plugins.map((definition) => ({ definition, location: 'spec' })),
      cache: true,
    });
    renderer = generation.services.get('spec', Renderer);
    styles = generation.services.get('spec', BlockStyles);
  });

  const block = (name: string, attributes: object, markup: string) =>
    `<!-- wp:${name} ${JSON.stringify(attributes)} -->${markup}<!-- /wp:${name} -->`;
  const render = async (content: string, id = 7) => (await renderer.content(content, { id, content })).trim();

  it('know a picture of a gallery by its id, and no other picture', async () => {
    const image = block('image', { id: 3 }, '<figure class="wp-block-image"><img src="a"/></figure>');
    expect(await render(image)).to.not.include('data-id');
    expect(await render(block('gallery', {}, `<figure class="b">${image}</figure>`))).to.include(
      '<img data-id="3"  src',
    );
    const odd = image.replace('3', '"3\\" onload=\\"a"');
    expect(await render(block('gallery', {}, `<figure class="b">${odd}</figure>`))).to.not.include('data-id');
  });

  it('read the picture of an item once for all covers of a text', async () => {
    loads = 0;
    const cover = block(
      'cover',
      { useFeaturedImage: true },
      '<div class="b"><div class="wp-block-cover__inner-container"></div></div>',
    );
    expect((await render(cover.repeat(20))).split('post-thumbnail')).to.have.length(21);
    expect(loads).to.equal(1);
  });

  it('take no longer for markup of elements that nothing ends than for other markup', async () => {
    const started = performance.now();
    await render(block('file', {}, '<object '.repeat(40_000)));
    await render(block('cover', { useFeaturedImage: true }, '<div '.repeat(40_000)));
    expect(performance.now() - started).to.be.below(2000);
  });

  it('give a gallery the room between its pictures that was chosen', async () => {
    const style = { spacing: { blockGap: { left: '2em' } } };
    const markup = await render(block('gallery', { style }, '<figure class="b"></figure>'));
    const [name] = /cms-block-gallery-\d+/.exec(markup) ?? [''];
    expect(styles.of(markup).css).to.equal(`.${name}.${name}{--wp--style--unstable-gallery-gap:2em;gap:0.5em 2em}`);
    expect(styles.of(await render(block('gallery', {}, '<figure class="b"></figure>'))).css).to.equal('');
  });

  it('put the featured image of the item behind a cover that uses it', async () => {
    const markup =
      '<div class="wp-block-cover"><span></span>\n<div class="wp-block-cover__inner-container">x</div></div>';
    const cover = (more: object) => block('cover', { useFeaturedImage: true, ...more }, markup);
    const shown = await render(cover({ focalPoint: { x: 0.5, y: 0.257 } }));
    expect(shown).to.include('<span></span><img post-thumbnail').and.include('"object-position: 50% 26%;"');
    expect(await render(cover({}), 8)).to.equal(markup);
    const fixed = await render(cover({ hasParallax: true, focalPoint: { x: 'a' } }));
    expect(fixed).to.include('class="cms-block-cover__image-background has-parallax"');
    expect(fixed).to.match(/background-position:50% 50%;background-image:url\([^'()]*\)"/);
    expect(await render(block('cover', {}, markup))).to.equal(markup);
  });

  it('leave texts cacheable, unless they show what belongs to the item', async () => {
    const isCacheable = async (content: string) => {
      const post = { id: 7, content, excerpt: '' };
      await renderer.content(content, post);
      return renderer.isCacheable?.(post, { content: true, excerpt: false });
    };
    expect(await isCacheable(block('image', {}, '<figure class="wp-block-image"></figure>'))).to.equal(true);
    expect(await isCacheable(block('cover', {}, '<div class="wp-block-cover"></div>'))).to.equal(true);
    expect(await isCacheable(block('cover', { useFeaturedImage: true }, '<div></div>'))).to.equal(false);
  });

  it('say to screen readers what an embedded file is', async () => {
    const file = (label: string) =>
      render(block('file', {}, `<div><object data="a" aria-label="${label}"></object></div>`));
    expect(await file('A &amp; b')).to.include('aria-label="Embed of A &amp; b."');
    expect(await file('PDF embed')).to.include('aria-label="PDF embed"');
    expect(await file('')).to.include('aria-label="PDF embed"');
  });
});
