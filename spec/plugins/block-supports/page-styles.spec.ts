import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createBlockStyles } from '../../../plugins/block-supports/block-styles.ts';
import { withPageStyles } from '../../../plugins/block-supports/page-styles.ts';

const POLICY = 'Content-Security-Policy';
const page = (body: string, policy = "default-src 'none'; style-src 'self'; img-src *") => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=UTF-8', [POLICY]: policy },
  body: `<html><head></head><body>${body}</body></html>`,
});

describe('the styles of the blocks of a page', () => {
  const write = (color: string) => (selector: string) => `${selector}{color:${color}}`;

  it('stand in its head, once, with what they refer to at its end, and its policy allows them', () => {
    const styles = createBlockStyles(10, () => {});
    const name = styles.add('cms-duotone-a', write('red'), true, (id) => `<svg id="${id}"></svg>`);
    const body = `<p class="${name}">a</p><p class="${name}">b</p>`;
    const served = withPageStyles(page(body), styles);
    const css = `.${name}{color:red}`;
    expect(served.body).to.equal(
      `<html><head><style>${css}</style>\n</head><body>${body}<svg id="${name}"></svg></body></html>`,
    );
    const hash = createHash('sha256').update(css).digest('base64');
    expect(served.headers[POLICY]).to.equal(`default-src 'none'; style-src 'self' 'sha256-${hash}'; img-src *`);
  });

  it('change nothing of a page without them, of one that is no document, or of a text of another type', () => {
    const styles = createBlockStyles(10, () => {});
    const name = styles.add('cms-container', write('red'), true);
    const text = { ...page(`<p class="${name}">`), headers: { 'Content-Type': 'text/xml' } };
    for (const served of [page('<p class="cms-container-1">'), text, { ...page(''), body: `<p class="${name}">` }]) {
      expect(withPageStyles(served, styles)).to.equal(served);
    }
  });

  it('are there for as many classes as fit, and texts are rendered anew once some are dropped', () => {
    let dropped = 0;
    const styles = createBlockStyles(2, () => dropped++);
    const names = ['a', 'b', 'c', 'd', 'e'].map((color) => styles.add('cms-container', write(color), true));
    expect(dropped).to.equal(2);
    const found = names.filter((name) => styles.of(name).css !== '');
    expect(found).to.deep.equal(names.slice(2));
  });
});
