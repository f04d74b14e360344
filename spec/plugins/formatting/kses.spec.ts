import { expect } from 'chai';
import fc from 'fast-check';
import { parseBlocks } from '../../../plugins/content-rendering/blocks.ts';
import { ksesData, ksesPost, ksesPostOf } from '../../../plugins/formatting/kses.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';
import { harmIn } from './harm.ts';
import { HOSTILE } from './hostile.ts';

const PIECES = [
  ...['<', '>', '&', '"', "'", '/', '=', ' ', '\n', '-', ';', ':', '#', '\0', '`', '(', ')', '\\', '\u00a0'],
  ...[
    '<!--',
    '-->',
    '<a ',
    '<b>',
    '</b>',
    '<img ',
    '<script',
    '</script>',
    'href=',
    'src="',
    'style="',
    'onclick=',
    'title=',
  ],
  ...[
    'javascript:',
    'java',
    'script',
    '&#58;',
    '&#x3a',
    '&colon;',
    '&amp;',
    '&lt;',
    'data:',
    'http:',
    'alert(1)',
    'url(',
    'color:red',
  ],
  ...['<!-- wp:a {"b":"', '"} -->', '{', '}', 'x', '1'],
];
const markup = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(...HOSTILE)), { maxLength: 4 })
    .map((all) => all.join('')),
);

describe('cleaning of markup', () => {
  const cases: [given: string, clean: string][] = [
    ['<A HREF="x" Title=y>z</A>', '<A HREF="x" Title="y">z</A>'],
    ["<b title='\"'>x</b>", "<b title='\"'>x</b>"],
    ['<br/><br /><hr>', '<br /><br /><hr>'],
    ['<a download href="x">y</a><a download="z">y</a>', '<a download href="x">y</a><a>y</a>'],
    ['<p data-a-1="x" data-A="y" data-="z" aria-label="l">x</p>', '<p data-a-1="x" data-A="y" aria-label="l">x</p>'],
    ['<a href="http://[::1]:80/?a=b:c&d">x</a>', '<a href="http://[::1]:80/?a=b:c&amp;d">x</a>'],
    [
      '<a href="mailto:a@b.example">x</a><a href="x/?y:z">x</a>',
      '<a href="mailto:a@b.example">x</a><a href="x/?y:z">x</a>',
    ],
    [
      '&#60; &#x3C; &#060; &#0; &#xFFFFFF; &#9999999999;',
      '&#060; &#x3C; &#060; &amp;#0; &amp;#xFFFFFF; &amp;#9999999999;',
    ],
    ['&Tab;&NotIt;&amp;&apos;', '&amp;Tab;&amp;NotIt;&amp;&apos;'],
    ['a <b c', 'a &lt;b c'],
    ['a > b', 'a &gt; b'],
    ['<!-- a -- b -->', '<!-- a - b -->'],
    ['<!----><!----->', ''],
    ['<!-- > <b>x</b> -->', '<!-- &gt; &lt;b&gt;x&lt;/b&gt; -->'],
    [
      '<p style="color: red; position: fixed; background: url(http://a.example/b.png) no-repeat">x</p>',
      '<p style="color: red;background: url(http://a.example/b.png) no-repeat">x</p>',
    ],
    [
      '<p style="width:calc(1px + (2 * var(--a)));height:rgb(1)">x</p>',
      '<p style="width:calc(1px + (2 * var(--a)))">x</p>',
    ],
    [
      '<p style="background:linear-gradient(90deg,rgba(1,2,3,.4) 0%,red)">x</p>',
      '<p style="background:linear-gradient(90deg,rgba(1,2,3,.4) 0%,red)">x</p>',
    ],
    [
      '<p style="--my-color:#fff;margin-inline-start:1em;border-top-left-radius:2px">x</p>',
      '<p style="--my-color:#fff;margin-inline-start:1em;border-top-left-radius:2px">x</p>',
    ],
  ];
  for (const [given, clean] of cases) {
    it(`makes ${JSON.stringify(given)} ${JSON.stringify(clean)}`, () => {
      expect(ksesPost(given)).to.equal(clean);
    });
  }

  it('keeps the elements of comments alone where the text is a comment', () => {
    expect(ksesData('<p>a <b class="x">b</b> <a href="x" rel="y" title="z">c</a><img src="x"></p>')).to.equal(
      'a <b>b</b> <a href="x" title="z">c</a>',
    );
  });

  it('keeps documents of the site’s own files, and nothing else in their place', () => {
    const clean = ksesPostOf('files.example:8080');
    const object = (data: string, type = 'application/pdf') =>
      `<object class="a" data="${data}" type="${type}">b</object>`;
    for (const data of ['http://files.example:8080/a.pdf', 'https://files.example:8080/x/a%20b.pdf']) {
      expect(clean(object(data))).to.equal(object(data));
      expect(ksesPost(object(data))).to.equal('b');
    }
    for (const data of [
      'http://files.example/a.pdf',
      'http://other.example/files.example:8080/a.pdf',
      '//files.example:8080/a.pdf',
      'http://files.example:8080/a.html',
      'http://files.example:8080/a.pdf?x',
      'http://files.example:8080/a?x=.pdf',
      'http://files.example:8080/a#.pdf',
      'http://files.example:8080@evil.example/a.pdf',
      'javascript:alert(1)//.pdf',
      'data:application/pdf,a.pdf',
      '',
    ]) {
      expect(clean(object(data)), data).to.equal('<object>b</object>');
    }
    expect(clean(object('http://files.example:8080/a.pdf', 'text/html'))).to.equal('<object>b</object>');
    expect(clean('<object data="http://files.example:8080/a.pdf">b</object>')).to.equal('<object>b</object>');
    expect(clean(`<object onload="x()" ${object('http://files.example:8080/a.pdf').slice(8)}`)).to.not.include(
      'onload',
    );
  });

  it('keeps blocks, and cleans their attributes value by value', () => {
    const list = '["\\u003cb onclick=\\u0022x\\u0022\\u003eb\\u003c/b\\u003e\\u003cscript\\u003ec",1,{"d":null}]';
    const clean = ksesPost(`<!-- wp:my/x {"a":${list},"e":"\\u002d\\u002d"} -->\n<p>f</p>\n<!-- /wp:my/x -->`);
    expect(parseBlocks(clean)).to.deep.equal([
      {
        blockName: 'my/x',
        attrs: { a: ['<b>b</b>c', 1, { d: null }], e: '--' },
        innerBlocks: [],
        innerHTML: '\n<p>f</p>\n',
        innerContent: ['\n<p>f</p>\n'],
      },
    ]);
  });

  it('drops what nests too deeply in the attributes of a block', () => {
    const depth = 50_000;
    const content = `<!-- wp:x {"a":${'['.repeat(depth)}${']'.repeat(depth)}} /-->`;
    expect(JSON.stringify(parseBlocks(ksesPost(content)))).to.include('[null]');
  });

  it('is tried on more than sixty texts in which something would run', () => {
    expect(HOSTILE.length).to.be.at.least(60);
    expect(HOSTILE.filter((text) => harmIn(text).length > 0).length).to.be.at.least(60);
  });

  for (const text of HOSTILE) {
    it(`leaves nothing to run in ${JSON.stringify(text)}`, () => {
      expect(harmIn(ksesPost(text))).to.deep.equal([]);
      expect(harmIn(ksesData(text))).to.deep.equal([]);
      expect(harmIn(`<p title="${ksesPost(text).replaceAll('"', '')}">`)).to.deep.equal([]);
    });
  }

  it('leaves nothing to run in any text, and nothing to do for a second time', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const clean = ksesPost(text);
        expect(harmIn(clean)).to.deep.equal([]);
        expect(ksesPost(clean)).to.equal(clean);
        expect(ksesData(ksesData(text))).to.equal(ksesData(text));
      }),
      { numRuns: 3000 },
    );
  });

  const fillers = [
    '<',
    '<a ',
    '&',
    '&#',
    '&#0',
    '<!--',
    '<!-- wp:a {',
    '<!-- wp:a { -->',
    '>',
    '"',
    "<a '",
    '<b>',
    '<a href="a:b">',
  ];
  for (const piece of fillers) {
    it(`takes time in proportion to a text of ${JSON.stringify(piece)}`, () =>
      expectProportionalTime(filledWith(piece), ksesPost));
  }

  for (const piece of ['url(', 'var(', 'rgb(', 'a:', ' ', '&#58;', "'", ';', 'linear-gradient(', '=', 'a=']) {
    it(`takes time in proportion to attributes of ${JSON.stringify(piece)}`, () =>
      expectProportionalTime(filledWith(piece), (text) =>
        ksesPost(`<a href="${text}"><p style="background:${text}"><b ${text}>`),
      ));
  }
});
