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
      '<b>',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((all) => all.join('')),
        (text) => {
          expect(autop(text)).to.equal(referenceAutop(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are made in time in proportion to a text of pre elements', () =>
    expectProportionalTime(filledWith('<pre></pre>'), autop));
});
