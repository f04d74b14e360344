import { expect } from 'chai';
import {
  type BlockType,
  BlockTypes,
  mayRepeat,
  Renderer,
  renderOnce,
} from '../../../plugins/content-rendering/index.ts';
import { buildRenderer } from './generation.ts';

/** Shows what a block is told. */
const teller: BlockType = {
  name: 'my/teller',
  usesContext: ['colour', 'postId'],
  render: (_attributes, _content, { context }) => JSON.stringify(context),
};

/** Shows the blocks within it for each of the items that its attribute names. */
const list = (renderer: () => Renderer): BlockType => ({
  name: 'my/list',
  skipInnerBlocks: true,
  attributes: { items: { type: 'array', default: [] } },
  async render({ items }, content, block, context) {
    let markup = content;
    for (const postId of items as number[]) {
      if (!mayRepeat(context, markup)) break;
      const available = { ...block.availableContext, postId };
      markup += await renderer().blocks([{ ...block, blockName: null }], context, available);
    }
    return markup;
  },
});

/** A site with these kinds of blocks, the lists of which it renders. */
async function buildWith(types: readonly BlockType[], cache = true) {
  const built = await buildRenderer(({ use }) => {
    for (const type of [...types, list(() => use(Renderer))]) use(BlockTypes).register(type);
  }, cache);
  const show = async (content: string, id?: number): Promise<string> => {
    const post = id === undefined ? null : { id, content, type: 'post' };
    return (await built.renderer.content(content, post)).replace(/&#82\d\d;|&#8243;/g, '"');
  };
  return { ...built, show };
}

const tell = '<!-- wp:my/teller /-->';
const paint = (colour: string, inner: string) =>
  `<!-- wp:my/paint {"colour":"${colour}"} -->${inner}<!-- /wp:my/paint -->`;
const repeat = (items: readonly number[], inner: string) =>
  `<!-- wp:my/list {"items":${JSON.stringify(items)}} -->${inner}<!-- /wp:my/list -->`;

const painter: BlockType = {
  name: 'my/paint',
  attributes: { colour: { type: 'string', enum: ['red', 'blue'], default: 'red' } },
  providesContext: { colour: 'colour' },
};

describe('the context of blocks', () => {
  it('tells a block what it asks for: the item of the text, and what blocks around it provide', async () => {
    const { show } = await buildWith([teller, painter]);
    expect(await show(tell)).to.equal('{}');
    expect(await show(tell, 7)).to.equal('{"postId":7}');
    expect(await show(paint('blue', `a${tell}`) + tell, 7)).to.equal('a{"colour":"blue","postId":7}{"postId":7}');
  });

  it('provides the value of the nearest block, and the default in the place of one that is not valid', async () => {
    const { show } = await buildWith([teller, painter]);
    expect(await show(paint('blue', paint('green', tell)))).to.equal('{"colour":"red"}');
  });

  it('leaves the blocks within a block to it that renders them by itself, once for each item', async () => {
    const { show } = await buildWith([teller, painter]);
    expect(await show(paint('blue', repeat([3, 4], `<b>${tell}</b>`)), 7)).to.equal(
      '<b>{"colour":"blue","postId":3}</b><b>{"colour":"blue","postId":4}</b>',
    );
    expect(await show(repeat([], tell), 7)).to.equal('');
  });

  it('counts a block that shows an item once for all items, and any other each time', async () => {
    let runs = 0;
    const counter: BlockType = { name: 'my/counter', render: () => String(runs++ && '') };
    const { show } = await buildWith([teller, counter]);
    const items = Array.from({ length: 300 }, (_, index) => index + 1);
    const shown = await show(repeat(items, `${tell}<!-- wp:my/counter /-->`));
    expect(shown.match(/postId/g)).to.have.lengthOf(300);
    expect(runs).to.equal(98);
  });

  it('ends lists that hold lists, however many items they ask for', async () => {
    const { show } = await buildWith([]);
    const items = Array.from({ length: 100 }, () => 1);
    expect(await show(repeat(items, repeat(items, '<b>x</b>')))).to.have.lengthOf.below(1000 * '<b>x</b>'.length + 1);
  });

  it('ends lists whose markup is long', async () => {
    const { show } = await buildWith([]);
    const items = Array.from({ length: 900 }, () => 1);
    expect(await show(repeat(items, `<b>${'x'.repeat(100_000)}</b>`))).to.have.lengthOf.below(5_000_000);
  });

  it('renders what holds itself once, and again beside itself', async () => {
    const own: BlockType = {
      name: 'my/own',
      render: (_attributes, _content, _block, context) =>
        renderOnce(context, 'own', async () => `(${await site.renderer.content(text, null, { within: context })})`),
    };
    const site = await buildWith([own]);
    const text = '<!-- wp:my/own /-->';
    expect(await site.show(text + text)).to.equal('()()');
  });

  it('knows a text as dynamic whose part holds a dynamic block', async () => {
    let runs = 0;
    const part: BlockType = {
      name: 'my/part',
      render: (_attributes, _content, _block, context) =>
        site.renderer.content('<!-- wp:my/now /-->', null, { within: context }),
    };
    const now: BlockType = { name: 'my/now', render: () => `run ${++runs}` };
    const site = await buildWith([part, now]);
    expect(await site.show('<!-- wp:my/part /-->')).to.equal('run 1');
    expect(await site.show('<!-- wp:my/part /-->')).to.equal('run 2');
  });
});

describe('the length of an excerpt', () => {
  it('is as asked for where the excerpt is made of the content, and what is written is as it is', async () => {
    const { renderer } = await buildWith([]);
    const post = { id: 1, content: 'One two three', excerpt: '' };
    const length = { words: 2, more: ' …' };
    expect(await renderer.excerptText(post, length)).to.equal('One two …');
    expect(await renderer.excerptText(post)).to.equal('One two three');
    expect(await renderer.excerptText({ ...post, excerpt: 'Four five six' }, length)).to.equal('Four five six');
  });
});
