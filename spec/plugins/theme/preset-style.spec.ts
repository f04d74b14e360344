import { expect } from 'chai';
import { presetStyle } from '../../../plugins/theme/preset-style.ts';

const palette = (...colors: [slug: string, color: unknown][]) => ({
  color: { palette: { default: colors.map(([slug, color]) => ({ slug, name: slug, color })) } },
});

describe('the style of presets', () => {
  it('has a variable and classes for each', () => {
    const style = presetStyle(palette(['vivid-red', '#cf2e2e']));
    expect(style).to.include('--wp--preset--color--vivid-red: #cf2e2e;');
    expect(style).to.include('.has-vivid-red-color { color: var(--wp--preset--color--vivid-red) !important; }');
    expect(style).to.include('.has-vivid-red-background-color { background-color: var(');
  });

  it('takes sizes, gradients and spaces too, and those of the theme in place of those of all themes', () => {
    const style = presetStyle({
      typography: {
        fontSizes: {
          default: [{ slug: 'large', size: '36px' }],
          theme: [{ slug: 'large', size: 'clamp(1rem, 2vw, 3rem)' }],
        },
      },
      color: {
        gradients: { theme: [{ slug: 'dusk', gradient: 'linear-gradient(135deg,rgb(6,147,227) 0%,#000 100%)' }] },
      },
      spacing: { spacingSizes: { default: [{ slug: '50', size: '1.5rem' }] } },
    });
    expect(style).to.include('--wp--preset--font-size--large: clamp(1rem, 2vw, 3rem);').and.not.include('36px');
    expect(style).to.include(
      '.has-dusk-gradient-background { background: var(--wp--preset--gradient--dusk) !important; }',
    );
    expect(style).to.include('--wp--preset--spacing--50: 1.5rem;').and.not.include('.has-50');
  });

  for (const [slug, color] of [
    ['a', 'red; } body { display: none'],
    ['b', 'url(https://spy.example)'],
    ['c', 'URL ( //spy.example )'],
    ['d', '</style><script>'],
    ['e', '\\75rl(x)'],
    ['e2', 'red /* and all that follows'],
    ['f{}', '#fff'],
    ['', '#fff'],
    ['g', 7],
    ['h', 'x'.repeat(301)],
  ] as [string, unknown][]) {
    it(`leaves out ${JSON.stringify([slug, String(color).slice(0, 40)])}`, () => {
      expect(presetStyle(palette([slug, color], ['kept', 'red']))).to.equal(presetStyle(palette(['kept', 'red'])));
    });
  }

  it('is nothing where there are none', () => {
    for (const settings of [
      {},
      { color: null },
      { color: { palette: 'x' } },
      { color: { palette: { default: [null, 1] } } },
    ]) {
      expect(presetStyle(settings as Record<string, unknown>)).to.equal('');
    }
  });
});
