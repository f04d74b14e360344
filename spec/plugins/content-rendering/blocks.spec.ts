import { parse } from '@wordpress/block-serialization-default-parser';
import { expect } from 'chai';
import fc from 'fast-check';
import { hasBlocks, type ParsedBlock, parseBlocks } from '../../../plugins/content-rendering/blocks.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

type ForeignBlock = Omit<ParsedBlock, 'blockName' | 'attrs' | 'innerBlocks'> & {
  blockName: string | null;
  attrs: Record<string, unknown> | null;
  innerBlocks: ForeignBlock[];
};

/** Evens out what the two parsers write differently: absent attributes, and empty pieces of markup. */
const evened = (blocks: ForeignBlock[]): unknown =>
  blocks.map(({ attrs, innerBlocks, innerContent, ...rest }) => ({
    ...rest,
    attrs: attrs ?? {},
    innerBlocks: evened(innerBlocks),
    innerContent: innerContent.filter((piece) => piece !== ''),
  }));

const name = fc.constantFrom('a', 'core/b', 'my-ns/c_d', 'paragraph');
const attributes = fc.constantFrom('', '{"a":1} ', '{"b":{"c":"}x"}} ', '{broken} ', '{"d":"} e"} ', '{} ');
const markup = fc.constantFrom(
  '',
  ' ',
  '<p>x</p>',
  '\n',
  '<!-- no -->',
  '<!-- wp:',
  '} -->',
  '<!--wp:a-->',
  '<!-- wp:A -->',
);

const { block } = fc.letrec<{ block: string; inside: string }>((tie) => ({
  inside: fc.array(fc.oneof(markup, tie('block')), { maxLength: 3 }).map((parts) => parts.join('')),
  block: fc.oneof(
    fc.tuple(name, attributes).map(([tag, json]) => `<!-- wp:${tag} ${json}/-->`),
    fc
      .tuple(name, attributes, tie('inside'))
      .map(([tag, json, inner]) => `<!-- wp:${tag} ${json}-->${inner}<!-- /wp:${tag} -->`),
  ),
}));

describe('block markup', () => {
  it('is parsed as the reference parser parses it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(markup, block), { maxLength: 6 }), (parts) => {
        const content = parts.join('');
        expect(evened(parseBlocks(content))).to.deep.equal(evened(parse(content) as ForeignBlock[]));
      }),
      { numRuns: 500 },
    );
  });

  it('makes free markup of a closing delimiter that closes nothing, and of all that follows', () => {
    const content = 'a<!-- /wp:x --><!-- wp:y /-->';
    expect(parseBlocks(content).map(({ blockName, innerHTML }) => [blockName, innerHTML])).to.deep.equal([
      [null, content],
    ]);
  });

  it('ends open blocks with the content as the reference parser does', () => {
    for (const content of [
      '0<!-- wp:a -->1<!-- wp:b -->2',
      '<!-- wp:a --><!-- wp:b /-->',
      '0<!-- wp:a -->1<!-- wp:b -->2<!-- wp:c -->3<!-- /wp:c -->4<!-- wp:d -->5',
    ]) {
      expect(evened(parseBlocks(content)), content).to.deep.equal(evened(parse(content) as ForeignBlock[]));
    }
  });

  it('nests open blocks where they would repeat too much of a content', () => {
    const [outer, ...others] = parseBlocks(`<!-- wp:a -->1<!-- wp:b -->${'2'.repeat(600_000)}`);
    expect(others).to.deep.equal([]);
    expect(outer?.innerHTML).to.equal('1');
    expect(outer?.innerBlocks[0]?.innerHTML).to.have.lengthOf(600_000);
  });

  it('is known by its delimiters', () => {
    expect(hasBlocks('<!-- wp:a /-->')).to.equal(true);
    expect(hasBlocks('<!-- wp -->')).to.equal(false);
  });

  for (const piece of [
    '<!-- wp:a {',
    '<!-- wp:a {} ',
    '<!-- wp:a { -->',
    '<!-- wp:a {"b":"c"} -->',
    '<!-- ',
    '<!-- wp:a -->',
  ]) {
    it(`is parsed in time in proportion to a text of ${JSON.stringify(piece)}`, () =>
      expectProportionalTime(filledWith(piece), parseBlocks));
  }
});
