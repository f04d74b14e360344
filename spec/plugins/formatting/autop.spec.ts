import { autop as referenceAutop } from '@wordpress/autop';
import { expect } from 'chai';
import fc from 'fast-check';
import { autop } from '../../../plugins/formatting/autop.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

describe('paragraphs', () => {
  it('are made as the library makes them, pre elements included', () => {
    const pieces = [
      'a',
      '\n',
      '\n\n',
      ' ',
      '<pre>',
      '<pre class="x">',
      '</pre>',
      '<p>',
      '</p>',
      '<ul><li>',
      '</ul>',
      '<br>',
      '<br />',
      '<b>',
      '<blockquote>',
      '</blockquote></p>',
      '<div',
      '<div\n>',
      '</div>',
      '>',
      '<li',
      '<style>',
      '</style>',
      '<!-- ',
      '-->',
      '<object',
      '</object>',
      '<param>',
      '[video',
      ']',
      '[/video]',
      '<source>',
      '<option',
      '</option>',
      '\u2028',
      '\r',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((all) => all.join('')),
        (text) => {
          expect(autop(text)).to.equal(referenceAutop(text));
        },
      ),
      { numRuns: 3000 },
    );
  });

  for (const [text, made] of [
    ['a\n<hr />\nb', '<p>a</p>\n<hr />\n<p>b</p>\n'],
    ['a<hr>b', '<p>a</p>\n<hr>\n<p>b</p>\n'],
  ] as const) {
    it(`are made of ${JSON.stringify(text)}, which the library leaves broken`, () =>
      expect(autop(text)).to.equal(made));
  }

  it('are made in time in proportion to a text of pre elements', () =>
    expectProportionalTime(filledWith('<pre></pre>'), autop));

  it('are made in time in proportion to a text of blanks before a word', () =>
    expectProportionalTime((size) => `a${' '.repeat(size)}b\n`, autop));
});
