import { expect } from 'chai';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import smilies from '../../../plugins/smilies/index.ts';
import { SMILIES, smileyConverter } from '../../../plugins/smilies/smilies.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

describe('smilies', () => {
  const convert = smileyConverter(Object.keys(SMILIES), (smiley) => SMILIES[smiley]!);

  it('are shown where white space or the end of a line is around them', () => {
    expect(convert(':) a :-D\n;)\n<p>:(</p>&nbsp;:lol:\u00a0:x')).to.equal('🙂 a 😀\n😉\n<p>🙁</p>&nbsp;😆\u00a0😡');
    expect(convert('a:) (:) :)) 8) http://a.example/:)')).to.equal('a:) (:) :)) 8) http://a.example/:)');
  });

  it('stay in tags, in code and in other elements that show what is written', () => {
    const verbatim = '<code>:)</code><pre class="a"> :) <b>:)</b></pre><textarea>:)</textarea><a title=" :) ">b</a>';
    expect(convert(`${verbatim} :)`)).to.equal(`${verbatim} 🙂`);
    expect(convert('<code>:)')).to.equal('<code>:)');
  });

  for (const piece of [':) ', '<code>', '<', ':', ':) <', '</code>:)', '&nbsp;:']) {
    it(`are found in time in proportion to a text of ${JSON.stringify(piece)}`, () =>
      expectProportionalTime(filledWith(piece), convert));
  }

  describe('of a site', () => {
    let site: ContentSite;
    let renderer: Renderer;
    before(async () => {
      site = await buildContentSite([smilies]);
      renderer = site.generation.services.get('spec', Renderer);
    });
    after(() => site.generation.dispose());

    it('are shown in comments, and as a picture where they have one', async () => {
      expect(await renderer.comment('hi :mrgreen:', {})).to.match(
        /^<p>hi <img src="[^"]*\/cms-includes\/images\/smilies\/mrgreen\.png" alt=":mrgreen:" class="cms-smiley" [^>]*\/><\/p>\n$/,
      );
    });

    it('stay as they are written from when the site says so until it says otherwise', async () => {
      const shown = () => renderer.content('a :)', null);
      expect(await shown()).to.include('🙂');
      await site.options.set('use_smilies', 0);
      expect(await shown()).to.include(':)');
      await site.options.set('use_smilies', 1);
      expect(await shown()).to.include('🙂');
    });
  });
});
