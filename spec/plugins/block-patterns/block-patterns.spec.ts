import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import blockPatterns, { BlockPatterns } from '../../../plugins/block-patterns/index.ts';
import { readPattern } from '../../../plugins/block-patterns/theme-patterns.ts';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { themeFolder } from '../../support/theme-folder.ts';

const HERO = `<?php
/**
 * Title: Hero
 * Slug: base/hero
 * Description: Big: and bold
 * Categories: banner, featured,
 * Block Types: core/cover
 * Viewport Width: 1400
 * Inserter: no
 */
?>
<!-- wp:cover /-->`;

const FILES: Readonly<Record<string, string>> = {
  'base/style.css': '/* Theme Name: Base */',
  'base/patterns/hero.php': HERO,
  'base/patterns/list.html': '<!--\nTitle: List\nSlug: base/list\n-->\n<!-- wp:list /-->',
  'base/patterns/code.php': HERO.replace('base/hero', 'base/code').concat('<?php evil(); ?>'),
  'base/patterns/readme.txt': 'no pattern',
  'child/style.css': '/* Theme Name: Child\nTemplate: base */',
  'child/patterns/list.html': '<!-- Title: Own list\nSlug: base/list -->\n<!-- wp:list {"ordered":true} /-->',
};

const own = definePlugin({
  name: 'own',
  version: '1.0.0',
  description: 'A pattern of a spec.',
  requires: { 'block-patterns': '*' },
  setup({ use }) {
    const patterns = use(BlockPatterns);
    patterns.register({ name: 'own/quote', title: 'Quote', content: '<!-- wp:quote /-->' });
    patterns.registerCategory({ name: 'own', label: 'Own' });
    expect(() => patterns.register({ name: 'quote', title: '', content: '' })).to.throw(TypeError, 'my-plugin/hero');
  },
});

describe('the block-patterns plugin', () => {
  let folder: string;
  let site: ContentSite;
  const ask = async (path: string, role = 'contributor') =>
    (await site.get(`/cms/v2/block-patterns/${path}`, site.as(role))).json;

  before(async () => {
    folder = await themeFolder(FILES);
    site = await buildContentSite([themes, blockPatterns, own], { options: { themes: { folder } } });
  });
  after(async () => {
    await site.generation.dispose();
    await rm(folder, { recursive: true });
  });

  it('lists patterns of plugins, with what every pattern has', async () => {
    expect(await ask('patterns')).to.eql([
      {
        name: 'own/quote',
        title: 'Quote',
        content: '<!-- wp:quote /-->',
        inserter: true,
        categories: [],
        keywords: [],
        source: 'plugin',
      },
    ]);
    expect(await ask('patterns?_fields=name')).to.eql([{ name: 'own/quote' }]);
  });

  it('lists patterns of the active theme and of its parent, and none that runs code', async () => {
    await site.options.set('stylesheet', 'child');
    const patterns = await ask('patterns?_fields=name,title');
    expect(patterns.slice(1)).to.eql([
      { name: 'base/list', title: 'Own list' },
      { name: 'base/hero', title: 'Hero' },
    ]);
  });

  it('shows the blocks of a pattern where a content names it', async () => {
    const show = (slug: unknown) => {
      const content = `<p>a</p><!-- wp:pattern ${JSON.stringify({ slug })} /-->`;
      return site.generation.services.get('spec', Renderer).content(content, null);
    };
    site.generation.services.get('spec', BlockPatterns).register({
      name: 'own/nested',
      title: 'Nested',
      content: '<!-- wp:paragraph --><p>b</p><!-- /wp:paragraph --><!-- wp:pattern {"slug":"own/nested"} /-->',
    });
    expect(await show('own/nested')).to.equal('<p>a</p><p>b</p>');
    for (const slug of ['own/none', 'constructor', 5, null]) expect(await show(slug)).to.equal('<p>a</p>');
  });

  it('reads the header of a file, and no more than a header', () => {
    expect(readPattern(HERO)).to.deep.include({
      content: '<!-- wp:cover /-->',
      description: 'Big: and bold',
      categories: ['banner', 'featured'],
      blockTypes: ['core/cover'],
      viewportWidth: 1400,
      inserter: false,
    });
    for (const text of [
      '',
      'text',
      '<!-- wp:list /-->',
      '<!-- Title: No slug --><p>',
      `${HERO}<?= 1 ?>`,
      '<?php x();',
    ]) {
      expect(readPattern(text), text).to.equal(undefined);
    }
  });

  it('lists categories', async () => {
    const categories = await ask('categories');
    expect(categories.map(({ name }: { name: string }) => name)).to.include.members(['banner', 'text']);
    expect(categories.at(-1)).to.eql({ name: 'own', label: 'Own', description: '' });
  });

  it('shows both only to users who write', async () => {
    for (const path of ['patterns', 'categories']) {
      expect((await ask(path, 'subscriber')).code, path).to.equal('rest_cannot_view');
      expect((await site.get(`/cms/v2/block-patterns/${path}`, ANONYMOUS)).status, path).to.equal(401);
    }
  });
});
