import { expect } from 'chai';
import { withRelOfTargets } from '../../../plugins/targeted-links/targeted-links.ts';

describe('links with a target', () => {
  for (const [written, stored] of [
    ['<a href="x" target="_blank">a</a>', '<a href="x" target="_blank" rel="noopener">a</a>'],
    ["<A TARGET=t href='a\"b' download>a</A>", '<A TARGET="t" href="a&quot;b" download rel="noopener">a</A>'],
    ['<a target="t" rel="nofollow  me">', '<a target="t" rel="nofollow me noopener">'],
    ['<SCRIPT></SCRIPT><a target="t">', '<SCRIPT></SCRIPT><a target="t" rel="noopener">'],
    ['<a\ntarget="t" rel>', '<a target="t" rel="noopener">'],
  ] as const) {
    it(`get the relation: ${written}`, () => expect(withRelOfTargets(written)).to.equal(stored));
  }

  it('stay as they are where the relation is there, and all that is no such link', () => {
    for (const text of [
      '<a target="t" rel="NOOPENER x">',
      '<a href=x title="target">',
      '<abbr target="t">',
      '<a target="t"',
      '<script>"<a target=t>"</script>',
      '<style><a target="t"></style>',
      '<!-- wp:x {"a":"<a target=t>"} -->',
      '<a href=\\"x\\" target=\\"t\\">',
      'a target of words',
    ]) {
      expect(withRelOfTargets(text), text).to.equal(text);
    }
  });
});
