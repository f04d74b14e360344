import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import templates, { type TemplateStore, Templates } from '../../../plugins/templates/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { themeFolder } from '../../support/theme-folder.ts';

const part = (attributes: object) => `<!-- wp:template-part ${JSON.stringify(attributes)} /-->`;

describe('the block of template parts', () => {
  let folder: string;
  let site: ContentSite;
  let parts: TemplateStore;

  before(async () => {
    folder = await themeFolder({
      'mine/style.css': '/* Theme Name: Mine */',
      'mine/theme.json': { templateParts: [{ name: 'top', title: 'Top', area: 'header' }] },
      'mine/parts/top.html': '<!-- wp:paragraph --><p>Top</p><!-- /wp:paragraph -->',
      'mine/parts/own.html': `<p>Own</p>${part({ slug: 'own', theme: 'mine' })}`,
      'other/style.css': '/* Theme Name: Other */',
      'other/parts/top.html': 'of another theme',
    });
    site = await buildContentSite([themes, templates], { options: { themes: { folder } } });
    await site.options.set('stylesheet', 'mine');
    parts = site.generation.services.get('spec', Templates).ofType('cms_template_part');
  });
  after(async () => {
    await site.generation.dispose();
    await rm(folder, { recursive: true });
  });

  const show = (content: string) => site.generation.services.get('spec', Renderer).content(content, null);
  const store = async (slug: string, content: string, status: string) => {
    const { id } = await site.posts.insert({ type: 'cms_template_part', name: slug, title: slug, content, status });
    await parts.classify(id, 'theme', 'mine');
    return id;
  };

  it('shows the file of the active theme in the element of its area, or in the one that is asked for', async () => {
    expect(await show(part({ slug: 'top', theme: 'mine', className: 'a' }))).to.equal(
      '<header class="a cms-block-template-part"><p>Top</p></header>',
    );
    expect(await show(part({ slug: 'top', theme: 'mine', tagName: 'main' }))).to.match(/^<main class/);
    expect(await show(part({ slug: 'top', theme: 'mine', tagName: 'script' }))).to.match(/^<header class/);
  });

  it('shows what the site has published in the place of a file, and no draft', async () => {
    const id = await store('top', '<p>Stored</p>', 'draft');
    expect(await show(part({ slug: 'top', theme: 'mine' }))).to.contain('<p>Top</p>');
    await site.posts.update(id, { status: 'publish' });
    expect(await show(part({ slug: 'top', theme: 'mine' }))).to.contain('<p>Stored</p>');
    await site.posts.delete(id);
  });

  it('is an empty element for what there is not', async () => {
    const empty = '<div class="cms-block-template-part"></div>';
    for (const attributes of [
      {},
      { slug: 'top' },
      { slug: 'top', theme: 'other' },
      { slug: '../style', theme: 'mine' },
    ]) {
      expect(await show(part(attributes)), JSON.stringify(attributes)).to.equal(empty);
    }
  });

  it('is nothing within itself', async () => {
    expect(await show(part({ slug: 'own', theme: 'mine' }))).to.equal(
      '<div class="cms-block-template-part"><p>Own</p></div>',
    );
  });
});
