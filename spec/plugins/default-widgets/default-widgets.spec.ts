import { expect } from 'chai';
import defaultWidgets from '../../../plugins/default-widgets/index.ts';
import dynamicBlocks from '../../../plugins/dynamic-blocks/index.ts';
import menus from '../../../plugins/menus/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { WidgetTypes } from '../../../plugins/widgets/index.ts';
import { renderBlock } from '../dynamic-blocks/render-block.ts';
import { WidgetSite } from '../widgets/widget-site.ts';

describe('the default widgets', () => {
  let site: WidgetSite;
  before(async () => {
    site = await WidgetSite.build(themes, menus, dynamicBlocks, defaultWidgets);
    await site.site.publish({ title: 'Bread & butter', content: 'secret', name: 'bread' });
    await site.site.posts.insert({ title: 'A draft' });
  });
  after(() => site.site.generation.dispose());

  const make = async (id_base: string, raw: object, role?: string) =>
    (await site.ask('POST', '/widgets', { id_base, sidebar: 'open', instance: { raw } }, role)).json;

  it('show lists of the site by the blocks that do, under a title', async () => {
    const { rendered } = await make('recent-posts', { number: 3, show_date: true });
    const block = await renderBlock(site.site, 'latest-posts', { postsToShow: 3, displayPostDate: true });
    expect(block).to.contain('Bread').and.to.not.contain('A draft');
    expect(rendered).to.equal(
      `<p class="widget_recent_entries"><h2 class="widgettitle">Recent posts</h2>\n${block}</p>`,
    );
  });

  it('show a text once that shows itself by the block of widgets', async () => {
    const content = 'once<!-- wp:legacy-widget {"id":"block-2"} /--><!-- wp:legacy-widget {"id":"block-3"} /-->';
    const first = await make('block', { content });
    const second = await make('text', { text: content.replaceAll('block-3', 'text-2'), filter: true });
    expect([first.id, second.id]).to.eql(['block-2', 'text-2']);
    await make('block', { content: content.replaceAll('block-2', 'text-2') });
    const markup = await renderBlock(site.site, 'legacy-widget', { id: 'block-2' });
    expect(markup.split('once')).to.have.length(4);
    for (const id of ['block-2', 'block-3', 'text-2']) await site.ask('DELETE', `/widgets/${id}?force=true`);
  });

  it('are all rendered, and have forms, whatever they are set to', async () => {
    const hostile = ['<script>alert(1)</script>', 5, null, true, ['"><img onerror=x>'], { a: 1 }, '] [gallery'];
    const types = site.site.generation.services.get('spec', WidgetTypes).list();
    for (const type of types.filter(({ id }) => !['broken', 'note'].includes(id))) {
      for (const value of hostile) {
        const names =
          'title text content url number count ids filter visual size alt caption link_url taxonomy attachment_id items';
        const raw = Object.fromEntries(names.split(' ').map((name) => [name, value]));
        const { status, json } = await site.ask('POST', '/widgets', {
          id_base: type.id,
          sidebar: 'open',
          instance: { raw },
        });
        expect(status, `${type.id} ${JSON.stringify(value)}`).to.equal(201);
        if (!['block', 'custom_html', 'text'].includes(type.id)) {
          expect(json.rendered + json.rendered_form, type.id).to.not.match(/<script|<img[^>]*onerror/);
        }
      }
      const form = type.form?.({}, { id: (name) => `i-${name}`, name: (name) => `n[${name}]` });
      expect(form, type.id).to.match(/^<(?:p|input)/);
    }
  });

  it('escape the title, and show no widget without content', async () => {
    expect((await make('custom_html', { title: 'A <b>', content: '<i>x</i>' })).rendered).to.equal(
      '<p class="widget_custom_html"><h2 class="widgettitle">A</h2>\n<div class="textwidget custom-html-widget"><i>x</i></div></p>',
    );
    expect((await make('custom_html', { title: 'A' })).rendered).to.equal('');
    expect((await make('media_image', { title: 'A' })).rendered).to.equal('');
    expect((await make('rss', { title: 'A' })).rendered).to.equal('');
  });

  it('make paragraphs of a text where that is asked for', async () => {
    expect((await make('text', { text: 'one\n\ntwo', filter: true })).rendered).to.contain('<p>one</p>\n<p>two</p>');
    const plain = await make('text', { text: 'one\n\ntwo', filter: false });
    expect(plain.rendered).to.contain('<div class="textwidget">one\n\ntwo</div>');
    expect(plain.rendered_form).to.contain('class="visual sync-input" type="hidden" value=""');
  });

  it('show the blocks of a content, and an image with its text', async () => {
    const content = '<!-- wp:search {"label":"Find"} /-->';
    expect((await make('block', { content })).rendered)
      .to.contain('<form')
      .and.to.contain('Find');
    const url = 'http://localhost/a.png';
    const { rendered } = await make('media_image', {
      url,
      attachment_id: 7,
      alt: 'A "dog"',
      caption: 'Rex',
      size: 'large',
    });
    expect(rendered).to.contain('alt="A &quot;dog&quot;"').and.to.contain('<figcaption>Rex</figcaption>');
    expect((await make('meta', {})).rendered).to.contain('href="http://localhost/?feed=rss2"');
  });

  it('show a menu, but for what visitors may not read', async () => {
    const menu = (await site.ask('POST', '/menus', { name: 'Foot links' })).json.id;
    const { json: above } = await site.ask('POST', '/menu-items', { title: 'Up & on', url: '/up', menus: menu });
    const draft = await site.site.posts.insert({ title: 'Hush' });
    const below = { menus: menu, parent: above.id, menu_order: 2 };
    await site.ask('POST', '/menu-items', { ...below, title: 'Down', url: '/down' });
    await site.ask('POST', '/menu-items', { ...below, type: 'post_type', object_id: draft.id });
    const { rendered } = await make('nav_menu', { nav_menu: menu });
    expect(rendered).to.match(/^<p class="widget_nav_menu"><div class="menu-foot-links-container"><ul class="menu">/);
    expect(rendered).to.match(
      /<a href="\/up">Up &#038; on<\/a><ul class="sub-menu">\s*<li[^>]*><a href="\/down">Down</,
    );
    expect(rendered).to.not.include('Hush');
    expect((await make('nav_menu', { nav_menu: 99_999 })).rendered).to.equal('');
  });
});
