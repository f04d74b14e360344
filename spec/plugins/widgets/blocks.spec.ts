import { expect } from 'chai';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import { renderBlock } from '../dynamic-blocks/render-block.ts';
import { WidgetSite } from './widget-site.ts';

describe('the blocks of widgets', () => {
  let site: WidgetSite;
  before(async () => {
    site = await WidgetSite.build();
  });
  after(() => site.site.generation.dispose());

  const legacy = (attributes: Record<string, unknown>) => renderBlock(site.site, 'legacy-widget', attributes);

  it('show a widget of a sidebar, but none that is inactive', async () => {
    const [shown, hidden] = [await site.note('one'), await site.note('hush', 'cms_inactive_widgets')];
    expect(await legacy({ id: shown })).to.equal('<div class="widget widget_note">one</div>');
    for (const id of [hidden, 'note-99', 'none-2', '', '__proto__-1']) expect(await legacy({ id }), id).to.equal('');
  });

  it('show what a block holds only as it was encoded by the site', async () => {
    const { json } = await site.ask('POST', '/widget-types/note/encode', { form_data: 'widget-note[1][text]=two' });
    const { encoded, hash } = json.instance;
    expect(await legacy({ idBase: 'note', instance: { encoded, hash } })).to.equal(
      '<div class="widget widget_note">two</div>',
    );
    const forged = Buffer.from('a:1:{s:4:"text";s:8:"<script>";}').toString('base64');
    for (const instance of [{ encoded: forged, hash }, { raw: { text: '<script>' } }, { encoded, hash: 5 }]) {
      expect(await legacy({ idBase: 'note', instance }), JSON.stringify(instance)).to.equal('');
    }
    expect(await legacy({ idBase: 'none' })).to.equal('');
  });

  it('show a group under its title, which is text', async () => {
    const content =
      '<!-- wp:widget-group {"title":"A \\u003cb\\u003e"} --><!-- wp:paragraph --><p>in</p><!-- /wp:paragraph --><!-- /wp:widget-group -->';
    const markup = await site.site.generation.services.get('spec', Renderer).content(content, null);
    expect(markup).to.equal(
      '<h2 class="widget-title">A &lt;b&gt;</h2><div class="cms-widget-group__inner-blocks"><p>in</p></div>',
    );
    expect(await renderBlock(site.site, 'widget-group', { title: '' })).to.equal(
      '<div class="cms-widget-group__inner-blocks"></div>',
    );
  });
});
