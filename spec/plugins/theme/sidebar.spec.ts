import { expect } from 'chai';
import { ThemeSite } from './theme-site.ts';

describe('the sidebar of the pages', () => {
  let site: ThemeSite;
  before(async () => {
    site = await ThemeSite.start();
  });
  after(() => site.close());

  it('is not there without widgets, and shows those of the sidebar before the footer as soon as there are some', async () => {
    const visitor = site.visitor();
    expect((await visitor.ask('/')).text).to.not.contain('widget-area');
    await site.options.set('widget_custom_html', {
      2: { title: 'A & B', content: '<b>own</b>' },
      3: { content: 'hush' },
    });
    await site.options.set('sidebars_widgets', {
      'sidebar-1': ['custom_html-2'],
      cms_inactive_widgets: ['custom_html-3'],
    });
    const { text } = await visitor.ask('/');
    expect(text).to.match(/<\/main>\s*<aside class="widget-area" aria-label="Widgets">/);
    expect(text).to.contain(
      '<section id="custom_html-2" class="widget widget_custom_html"><h2 class="widget-title">A &amp; B</h2>' +
        '<div class="textwidget custom-html-widget"><b>own</b></div></section>',
    );
    expect(text).to.not.contain('hush');
    expect((await visitor.ask('/nowhere')).text).to.contain('<b>own</b>');
  });
});
