import { expect } from 'chai';
import { parseShortcodeAttributes } from '../../../plugins/content-rendering/shortcode-syntax.ts';
import { createShortcodes } from '../../../plugins/content-rendering/shortcodes.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

const context = { source: '', post: null };

describe('shortcodes', () => {
  const failures: string[] = [];
  const shortcodes = createShortcodes((tag) => failures.push(tag));
  shortcodes.add('t', (attributes, content, tag) => JSON.stringify({ tag, attributes: { ...attributes }, content }));
  shortcodes.add('up', async (_, content) => (content ?? '').toUpperCase());
  shortcodes.add('in', async (_, content) => `<${await shortcodes.render(content ?? '', context)}>`);
  shortcodes.add('bad', () => {
    throw new Error('no');
  });
  const render = (text: string) => shortcodes.render(text, context);

  const cases: [written: string, rendered: string][] = [
    ['a [up]b[/up] c', 'a B c'],
    ['[up]one[/up][up]two[/up]', 'ONETWO'],
    ['[up /]x[/up]', 'x[/up]'],
    ['[up/]', ''],
    ['[t]', '{"tag":"t","attributes":{},"content":null}'],
    ['[t][/t]', '{"tag":"t","attributes":{},"content":""}'],
    [
      '[t a="1" B=\'2\' c=3 four "five six"]',
      '{"tag":"t","attributes":{"0":"four","1":"five six","a":"1","b":"2","c":"3"},"content":null}',
    ],
    ['[t a="<b" c="<i>"]', '{"tag":"t","attributes":{"a":"","c":"<i>"},"content":null}'],
    ['[in][up]a[/up][/in]', '<A>'],
    ['[[up]x[/up]]', '[up]x[/up]'],
    ['[[t]]', '[t]'],
    ['[[up]x[/up]', '[X'],
    ['[up]x[/up]]', 'X]'],
    ['[unknown]x[/unknown]', '[unknown]x[/unknown]'],
    ['[upper]x', '[upper]x'],
    ['[up', '[up'],
    ['<a title="[up]x[/up]">[up]y[/up]</a>', '<a title="[up]x[/up]">Y</a>'],
    ['<!-- [t] > [t] -->[up]y[/up]', '<!-- [t] > [t] -->Y'],
    ['1 < 2 [up]y[/up]', '1 < 2 Y'],
    ['x [bad] y', 'x [bad] y'],
    ['[constructor]', '[constructor]'],
  ];
  for (const [written, rendered] of cases) {
    it(`renders ${written} as ${rendered}`, async () => {
      expect(await render(written)).to.equal(rendered);
    });
  }

  it('reports a handler that throws', () => {
    expect(failures).to.deep.equal(['bad']);
  });

  it('are stripped with the text that they enclose; escaped ones stay without their second brackets', () => {
    expect(shortcodes.strip('a [up]b[/up] c [t] [[t]] [x]')).to.equal('a  c  [t] [x]');
  });

  it('lose the paragraph in which they stand alone', () => {
    expect(shortcodes.unautop('<p>[t]</p> <p> [up]x[/up]\n</p><p>a [t]</p><p>[[t]]</p>')).to.equal(
      '[t] [up]x[/up]<p>a [t]</p><p>[[t]]</p>',
    );
  });

  it('refuse names that cannot stand in brackets, and names that are taken', () => {
    for (const name of ['', 'a b', 'a]', '<a', 'a=b', 'up']) {
      expect(() => shortcodes.add(name, () => ''), name).to.throw(TypeError);
    }
  });

  it('keep an attribute named __proto__ as an attribute', () => {
    const attributes = parseShortcodeAttributes('__proto__="x"');
    expect(Object.keys(attributes)).to.deep.equal(['__proto__']);
  });

  for (const piece of ['[t ', '[t]', '[', '<[', '[t a="', '[up]', '[[t]]', '<p>[t]', '[t a= ', '<!--[t]', 'a']) {
    it(`take time in proportion to a text of ${JSON.stringify(piece)}`, async () => {
      const quiet = createShortcodes(() => {});
      for (const tag of ['t', 'up']) quiet.add(tag, () => '');
      const text = (size: number) => `${filledWith(piece)(size)}]`;
      await expectProportionalTime(text, (given) => quiet.render(given, context));
      await expectProportionalTime(text, (given) => quiet.strip(given));
      await expectProportionalTime(text, (given) => quiet.unautop(given));
    });
  }
});
