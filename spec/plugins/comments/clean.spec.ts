import { expect } from 'chai';
import { holdsWord } from '../../../plugins/comments/admission/words.ts';
import { cleanComment } from '../../../plugins/comments/clean.ts';
import { markUserLinks } from '../../../plugins/comments/user-links.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

const home = 'https://site.example';

describe('cleaning a comment', () => {
  const content = (text: string, unfiltered = false) => cleanComment({ content: text }, { unfiltered, home }).content;

  it('leaves a little markup to everybody and all of it to the trusted', () => {
    expect(content('<b>bold</b> <script>alert(1)</script><img src=x onerror=alert(1)>')).to.equal(
      '<b>bold</b> alert(1)',
    );
    expect(content('<b>bold</b> <i onclick="x()">i</i>', true)).to.equal('<b>bold</b> <i onclick="x()">i</i>');
  });

  it("cleans the author's data, and only the given fields", () => {
    const cleaned = cleanComment(
      { authorName: '<b>Tom</b> & Jerry', authorEmail: ' tom@example.org ', authorUrl: 'javascript:alert(1)' },
      { unfiltered: true, home },
    );
    expect(cleaned).to.eql({ authorName: 'Tom &amp; Jerry', authorEmail: 'tom@example.org', authorUrl: '' });
  });

  it('changes nothing more when it is done twice', () => {
    const once = cleanComment(
      { authorName: 'A < B & C', content: '<a href="http://x.example?a=1&b=2" title="t">x</a> & <' },
      { unfiltered: false, home },
    );
    expect(cleanComment(once, { unfiltered: false, home })).to.eql(once);
  });
});

describe('links of visitors', () => {
  it('are marked, beside the marks that were there', () => {
    expect(markUserLinks('<a href="http://x.example/" title="a > b">x</a>', home)).to.equal(
      '<a href="http://x.example/" title="a > b" rel="nofollow ugc">x</a>',
    );
    expect(markUserLinks("<a rel='external nofollow' href='http://x.example'>x</a>", home)).to.equal(
      `<a href='http://x.example' rel="external nofollow ugc">x</a>`,
    );
  });

  it('stay as they are when they lead to the site, by either scheme', () => {
    for (const href of [home, `${home}/a`, 'http://site.example/?p=1']) {
      expect(markUserLinks(`<a href="${href}">x</a>`, home)).to.equal(`<a href="${href}">x</a>`);
    }
    expect(markUserLinks('<a href="https://site.example.evil.example">x</a>', home)).to.contain('ugc');
  });

  it('are not taken apart at what stands inside a value', () => {
    expect(markUserLinks(`<a href="http://x.example" title=" rel='">x</a>`, home)).to.equal(
      `<a href="http://x.example" title=" rel='" rel="nofollow ugc">x</a>`,
    );
  });

  for (const piece of ['<a "', '<a \'"', '<a href=', '<a rel="', '<a x ']) {
    it(`cost time in proportion to a text of ${JSON.stringify(piece)}`, () =>
      expectProportionalTime(filledWith(piece), (text) => markUserLinks(text, home)));
  }
});

describe('lists of words', () => {
  it('are found anywhere, in any case, in any part of a comment', () => {
    const list = 'casino\n\n  Pills  \n10.0.0.';
    expect(holdsWord(list, { content: 'Online CASINOS!' })).to.equal(true);
    expect(holdsWord(list, { content: 'cas<b>ino</b>' })).to.equal(true);
    expect(holdsWord(list, { authorEmail: 'pills@example.org' })).to.equal(true);
    expect(holdsWord(list, { authorIp: '10.0.0.7' })).to.equal(true);
    expect(holdsWord(list, { content: 'pill' })).to.equal(false);
    expect(holdsWord('', { content: 'anything' })).to.equal(false);
  });
});
