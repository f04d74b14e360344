import { expect } from 'chai';
import { createBrand } from '../../../core/site/index.ts';
import { wrapperAttributes } from '../../../plugins/block-supports/index.ts';

const site = { brand: createBrand('cms') };
const ALL = {
  align: true,
  anchor: true,
  color: { gradients: true },
  spacing: { margin: true, padding: true },
  typography: { fontSize: true, lineHeight: true, __experimentalFontFamily: true },
  __experimentalBorder: { color: true, radius: true, width: true },
};

describe("the attributes of a block's outermost element", () => {
  const write = (attributes: Record<string, unknown>, supports: Record<string, unknown> = ALL, own = {}) =>
    wrapperAttributes(site, { name: 'core/site-title', supports }, attributes, own);

  it('are the class of the type for a block that nothing was chosen for', () => {
    expect(write({})).to.equal(' class="cms-block-site-title"');
    expect(wrapperAttributes(site, { name: 'acme/map' }, {})).to.equal(' class="cms-block-acme-map"');
    expect(write({}, { className: false })).to.equal('');
  });

  it('have own classes first, then alignment, border, colours, the author’s, the type’s and letters', () => {
    const chosen = {
      align: 'wide',
      className: 'mine',
      borderColor: 'black',
      textColor: 'vivid-red',
      gradient: 'dusk',
      fontSize: 'large',
      anchor: 'top',
    };
    expect(write(chosen, ALL, { class: 'own', 'aria-label': 'A "b"' })).to.equal(
      ' style="border-color:var(--wp--preset--color--black);"' +
        ' class="own alignwide has-border-color has-black-border-color has-text-color has-vivid-red-color has-background' +
        ' has-dusk-gradient-background mine cms-block-site-title has-large-font-size" id="top" aria-label="A &quot;b&quot;"',
    );
  });

  it('have what was chosen without presets as declarations, behind the own ones', () => {
    const style = {
      border: { radius: 4, top: { width: '2px', color: 'var:preset|color|black' } },
      color: { text: '#123', background: 'var:preset|color|pale-pink' },
      spacing: { padding: { top: '1em', left: 'var:preset|spacing|40' }, margin: '2px' },
      typography: { lineHeight: 1.5, fontFamily: 'var:preset|font-family|mono' },
    };
    expect(write({ style }, ALL, { style: 'width:1px;' })).to.equal(
      ' style="width:1px; border-radius:4px;border-top-width:2px;border-top-color:var(--wp--preset--color--black);' +
        ' color:#123; padding-top:1em;padding-left:var(--wp--preset--spacing--40);margin:2px; line-height:1.5;"' +
        ' class="has-text-color has-background has-pale-pink-background-color cms-block-site-title has-mono-font-family"',
    );
  });

  it('have nothing of what the type does not support, or writes elsewhere', () => {
    const chosen = {
      align: 'wide',
      anchor: 'a',
      textColor: 'black',
      fontSize: 'large',
      style: { spacing: { padding: '1px' } },
    };
    expect(write(chosen, { customClassName: false })).to.equal(' class="cms-block-site-title"');
    const elsewhere = { color: { __experimentalSkipSerialization: true }, typography: { fontSize: false } };
    expect(write(chosen, elsewhere)).to.equal(' class="cms-block-site-title"');
  });

  it('let no value out that is more than a harmless one, whatever an author wrote', () => {
    for (const evil of ['red;position:fixed', 'url(//a.example)', '"><script>', 'expression(1)', {}, [], true, null]) {
      const style = { color: { text: evil, background: evil }, spacing: { padding: { top: evil }, margin: evil } };
      expect(write({ style, textColor: {}, className: 3, align: [], anchor: 1 }), String(evil)).to.equal(
        ' class="cms-block-site-title"',
      );
    }
    expect(write({ textColor: '"><b>', className: '"><b>' })).to.equal(
      ' class="&quot;&gt;&lt;b&gt; cms-block-site-title"',
    );
    expect(
      write(JSON.parse('{"__proto__":{"className":"a"},"style":{"__proto__":{"color":{"text":"red"}}}}')),
    ).to.equal(' class="cms-block-site-title"');
  });
});
