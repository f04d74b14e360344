import { expect } from 'chai';
import fc from 'fast-check';
import { texturize } from '../../../plugins/formatting/texturize.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

describe('typography', () => {
  const cases: [typed: string, set: string][] = [
    ['5\'11" or 6\' 2" tall', '5&#8217;11&#8221; or 6&#8242; 2&#8243; tall'],
    ['"8" wide" and 8" deep', '&#8220;8&#8221; wide&#8221; and 8&#8243; deep'],
    ['"It was 10". Or 10" more', '&#8220;It was 10&#8221;. Or 10&#8243; more'],
    ["'10' and '100'", '&#8217;10&#8217; and &#8216;100&#8217;'],
    ["the '99 model's", 'the &#8217;99 model&#8217;s'],
    ["'twas the '80s'", '&#8217;twas the &#8217;80s&#8217;'],
    ["''quoted``", '&#8221;quoted&#8220;'],
    ['"nested \'quotes\' here"', '&#8220;nested &#8216;quotes&#8217; here&#8221;'],
    ['&lt;"a"', '&lt;&#8220;a&#8221;'],
    ['a - b, a -- b, a---b, a--b, xn--a', 'a &#8211; b, a &#8212; b, a&#8212;b, a&#8211;b, xn--a'],
    ['Tappet (tm)', 'Tappet &#8482;'],
    ['2x4, 0x1F, 1.5x2, 3x', '2&#215;4, 0x1F, 1.5&#215;2, 3x'],
    ['a & b &amp; &#38; &#x26; &nope &no;', 'a &#038; b &amp; &#38; &#x26; &#038;nope &no;'],
    ['<a href="?a&b" title=\'"x"\'>"y"</a>', '<a href="?a&#038;b" title=\'"x"\'>&#8220;y&#8221;</a>'],
    ['<!-- "a" & --> "b"', '<!-- "a" & --> &#8220;b&#8221;'],
    ['<!--> "a"', '<!--> &#8220;a&#8221;'],
    ['<pre class="x">"a"<b>"b"</b></pre>"c"', '<pre class="x">"a"<b>"b"</b></pre>&#8220;c&#8221;'],
    ['<kbd>"a"</code>"b"</kbd>"c"', '<kbd>"a"</code>"b"</kbd>&#8220;c&#8221;'],
    ['[t a="b"] "c"', '[t a=&#8221;b&#8221;] &#8220;c&#8221;'],
  ];
  for (const [typed, set] of cases) {
    it(`sets ${typed} as ${set}`, () => {
      expect(texturize(typed)).to.equal(set);
    });
  }

  it('leaves the tags of known shortcodes alone, and what the shortcode code encloses', () => {
    const names = ['t', 'code', 'a.b'];
    expect(texturize('[t a="b <i>"]"c"[/t] [[t "d"]]', names)).to.equal('[t a="b <i>"]&#8220;c&#8221;[/t] [[t "d"]]');
    expect(texturize('[code]"a"[/code] "b" [[code]] "c"', names)).to.equal(
      '[code]"a"[/code] &#8220;b&#8221; [[code]] &#8220;c&#8221;',
    );
    expect(texturize('[a.b "x"] [axb "x"]', names)).to.equal('[a.b "x"] [axb &#8220;x&#8221;]');
  });

  it('takes any text', () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '-',
      '.',
      'x',
      '1',
      ' ',
      '<',
      '>',
      '[',
      ']',
      '&',
      '\n',
      '\ufdd0',
      'code',
      '/',
      '!--',
      'ä',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          expect(texturize(text, ['code', 't'])).to.be.a('string');
        },
      ),
      { numRuns: 1000 },
    );
  });

  for (const piece of [
    '<',
    '<a ',
    '&',
    "'",
    '"',
    '--',
    '1x',
    '1.',
    "'1'",
    '"1"',
    '[code ',
    '[code <',
    '<!--',
    '5"',
    '"a 5". ',
  ]) {
    it(`takes time in proportion to a text of ${JSON.stringify(piece)}`, () =>
      expectProportionalTime(filledWith(piece), (text) => texturize(`"1x2 ${text}`, ['code'])));
  }
});
