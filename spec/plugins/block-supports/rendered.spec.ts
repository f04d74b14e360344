import { expect } from 'chai';
import { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginDefinition } from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import { createSite } from '../../../host/site.ts';
import blockSupports, { BlockStyles } from '../../../plugins/block-supports/index.ts';
import contentRendering, { BlockTypes, Renderer } from '../../../plugins/content-rendering/index.ts';
import formatting from '../../../plugins/formatting/index.ts';

const probe = definePlugin({
  name: 'probe',
  version: '1.0.0',
  description: 'Belongs to a spec.',
  requires: { 'content-rendering': '*' },
  setup({ use }) {
    const types = use(BlockTypes);
    const spacing = { blockGap: true };
    types.register({ name: 'core/group', supports: { __experimentalLayout: true, spacing, color: { link: true } } });
    types.register({ name: 'acme/row', supports: { layout: { default: { type: 'flex' } }, spacing } });
    types.register({
      name: 'acme/photo',
      supports: { filter: { duotone: true } },
      selectors: { filter: { duotone: 'img' } },
    });
    types.register({ name: 'core/image' });
  },
});

describe('what is added to rendered blocks', () => {
  let generation: Generation;
  let renderer: Renderer;
  let styles: BlockStyles;

  before(async () => {
    generation = await Generation.build({
      site: createSite({ brand: createBrand() }),
      plugins: ([contentRendering, formatting, blockSupports, probe] as PluginDefinition[]).map((definition) => ({
        definition,
        location: 'spec',
      })),
      cache: true,
    });
    renderer = generation.services.get('spec', Renderer);
    styles = generation.services.get('spec', BlockStyles);
  });

  const render = async (name: string, attributes: unknown, markup: string) =>
    (
      await renderer.content(`<!-- wp:${name} ${JSON.stringify(attributes)} -->${markup}<!-- /wp:${name} -->`, null)
    ).trim();
  const group = (attributes: unknown) => render('group', attributes, '<div class="wp-block-group"><p>a</p></div>');
  const cssOf = async (markup: string | Promise<string>) => styles.of(await markup).css;

  it('is one class for equal rules, and a page takes the rules of the classes that it shows', async () => {
    const layout = { type: 'constrained', contentSize: '400px' };
    const [one, same, other] = [
      await group({ layout }),
      await group({ layout, className: 'x' }),
      await group({ layout: { ...layout, contentSize: '300px' } }),
    ];
    expect(one).to.match(/^<div class="is-layout-constrained cms-container-\d+ wp-block-group">/);
    expect(same).to.equal(one);
    expect(other).to.not.equal(one);
    expect(await cssOf(one))
      .to.include('max-width:400px')
      .and.not.include('300px');
    expect(await cssOf('<p class="cms-container-1 cms-elements-constructor">a</p>')).to.equal('');
  });

  it('is the room between blocks that was chosen, in rows, in grids and below one another', async () => {
    const style = { spacing: { blockGap: { top: '1rem', left: 'var:preset|spacing|40' } } };
    const gap = '1rem var(--wp--preset--spacing--40)';
    expect(await cssOf(render('acme/row', { style }, '<div class="a"></div>'))).to.include(`{gap:${gap}}`);
    expect(await cssOf(group({ style, layout: { type: 'grid', columnCount: 3 } }))).to.include(
      `{grid-template-columns:repeat(3,minmax(0,1fr));gap:${gap}}`,
    );
    expect(await cssOf(group({ style }))).to.include('margin-block-start:1rem');
  });

  it('is the colour of links, once for a colour and once for another under the pointer', async () => {
    const link = { color: { text: '#123456' }, ':hover': { color: { text: 'var:preset|color|black' } } };
    const css = await cssOf(group({ style: { elements: { link } } }));
    expect(css).to.include('{color:#123456;}').and.to.include(':hover{color:var(--wp--preset--color--black);}');
  });

  it('is a filter of two colours, which the page has for the rule', async () => {
    const markup = await render(
      'acme/photo',
      { style: { color: { duotone: ['#000', '#ffffff'] } } },
      '<p class="a"></p>',
    );
    const [id] = /cms-duotone-000-ffffff-\d+/.exec(markup) ?? [''];
    expect(await cssOf(markup)).to.equal(`.${id} img{filter:url(#${id})!important}`);
    expect(styles.of(markup).markup).to.include(`<filter id="${id}">`).and.include('tableValues="0 1"');
  });

  it('is an element within a group, unless its blocks stand in a row or it has one', async () => {
    const inner = '<div class="wp-block-group__inner-container">';
    expect(await group({})).to.equal(`<div class="is-layout-flow wp-block-group">${inner}<p>a</p></div></div>`);
    expect(await group({ layout: { type: 'flex' } })).to.not.include('inner-container');
    const stored = `<div class="wp-block-group">${inner}</div></div>`;
    expect(await render('group', {}, stored)).to.equal(stored.replace('wp-block', 'is-layout-flow wp-block'));
    expect(await render('group', { tagName: 'a(' }, '<p>b</p>')).to.equal('<p class="is-layout-flow">b</p>');
  });

  it('is an element around a picture at a side, with the classes of the author', async () => {
    const stored = '<figure class="wp-block-image alignleft mine is-resized"><img src="a"/></figure>';
    expect(await render('image', { className: 'mine' }, stored)).to.equal(
      '<div class="wp-block-image mine"><figure class="alignleft is-resized"><img src="a"/></figure></div>',
    );
    expect(await render('image', {}, stored.replace('alignleft ', ''))).to.not.include('<div');
  });

  it('keeps a quotation mark of a class within the attribute', async () => {
    const stored = `<figure class='wp-block-image alignleft a" onload="b'><img src="a"/></figure>`;
    const figure = '<figure class="alignleft a&quot; onload=&quot;b">';
    expect(await render('image', {}, stored)).to.equal(
      `<div class="wp-block-image">${figure}<img src="a"/></figure></div>`,
    );
  });

  it('is nothing for values that are none, or that are not safe', async () => {
    const evil = ['1px}body{color:red', '</style><script>', 'url(//a.example)', {}, [], null, true];
    for (const value of evil) {
      const style = {
        spacing: { blockGap: value },
        elements: { link: { color: { text: value } } },
        color: { duotone: [value, value] },
      };
      const layout = {
        type: 'constrained',
        contentSize: value,
        wideSize: value,
        justifyContent: value,
        flexWrap: value,
      };
      const markup = await group({ style, layout });
      expect(await cssOf(markup), JSON.stringify(value)).to.equal('');
      expect(await cssOf(group({ style, layout: value })), JSON.stringify(value)).to.equal('');
      expect(await render('acme/photo', { style }, '<p>b</p>')).to.equal('<p>b</p>');
      expect(markup).to.not.include('script').and.not.include('}');
    }
    expect(await render('group', { layout: { type: 'flow' } }, 'no element')).to.equal('no element');
    expect(await render('group', {}, '<div class="a')).to.include('<div class="a');
  });
});
