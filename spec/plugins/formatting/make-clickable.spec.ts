import { expect } from 'chai';
import { makeClickable } from '../../../plugins/formatting/make-clickable.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

const link = (address: string, text = address) => `<a href="${address}" rel="nofollow ugc">${text}</a>`;

describe('links in the texts of visitors', () => {
  const cases: [written: string, shown: string][] = [
    ['see http://a.example/x.', `see ${link('http://a.example/x')}.`],
    [
      '(https://a.example/x_(y)), ftp://f.example!',
      `(${link('https://a.example/x_(y)')}), ${link('ftp://f.example')}!`,
    ],
    ['www.a.example', link('http://www.a.example', 'www.a.example')],
    ['me@a.example, you', '<a href="mailto:me@a.example">me@a.example</a>, you'],
    ['<a href="http://a.example">http://a.example</a>', '<a href="http://a.example">http://a.example</a>'],
    ['<a href="#">x</abbr> http://a.example</a>', '<a href="#">x</abbr> http://a.example</a>'],
    ['<code>http://a.example</code>', '<code>http://a.example</code>'],
    ['<abbr>http://a.example</abbr>', `<abbr>${link('http://a.example')}</abbr>`],
    ['<b title="http://a.example">x</b>', '<b title="http://a.example">x</b>'],
    ['javascript://a.example data://b http:// www. a@b http', 'javascript://a.example data://b http:// www. a@b http'],
    ['http://a.example/"onclick="x', `${link('http://a.example/')}"onclick="x`],
  ];
  for (const [written, shown] of cases) {
    it(`shows ${written} as ${shown}`, () => {
      expect(makeClickable(written)).to.equal(shown);
    });
  }

  for (const piece of ['<', 'http://a(', 'http://a)', 'a@a.', 'www.a.', '(', '<a>', "'"]) {
    it(`are found in time in proportion to a text of ${JSON.stringify(piece)}`, () =>
      expectProportionalTime(filledWith(piece), makeClickable));
  }
});
