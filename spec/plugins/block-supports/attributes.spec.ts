import { expect } from 'chai';
import { attributesOfSupports } from '../../../plugins/block-supports/index.ts';

describe('the attributes that follow from what a block supports', () => {
  const names = (supports: Record<string, unknown>) => Object.keys(attributesOfSupports(supports)).join(' ');

  it('are a lock and a class for a block that supports nothing else', () => {
    expect(names({})).to.equal('lock className');
    expect(names({ customClassName: false })).to.equal('lock');
  });

  it('are what may be set of colours, letters, borders and layout', () => {
    expect(names({ align: true, color: true })).to.equal('lock align className style backgroundColor textColor');
    expect(names({ color: { text: false, gradients: true } })).to.equal(
      'lock className style backgroundColor gradient',
    );
    expect(names({ typography: { fontSize: true }, __experimentalBorder: { color: true } })).to.equal(
      'lock className style borderColor fontSize',
    );
    expect(names({ spacing: { margin: true }, __experimentalLayout: true })).to.equal('lock className style layout');
  });
});
