import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { Renderer } from '../../../plugins/content-rendering/index.ts';
import { MetaStore } from '../../../plugins/meta/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { buildFullSite, type FullSite } from '../../support/full-site.ts';

describe('the shortcodes of media', () => {
  let site: FullSite;
  const taps = definePlugin({
    name: 'shortcode-taps',
    version: '1.0.0',
    description: 'Belongs to a spec.',
    requires: { 'media-shortcodes': '*' },
    capabilities: ['content:read'],
    setup({ hooks }) {
      hooks
        .filter('shortcode_atts_{shortcode}')
        .for('playlist')
        .tap('spec', (out) => ({ ...out, style: 'dark' }));
      hooks
        .filter('post_gallery')
        .tapPromise('spec', async (output, attributes) => (attributes.replaced === 'yes' ? '<p>mine</p>' : output));
    },
  });
  let posts: PostStore;
  let item: { readonly id: number; readonly content: string };
  let hidden: { readonly id: number };
  before(async () => {
    site = await buildFullSite({ more: [taps] });
    posts = site.generation.services.get('spec', PostStore);
    const meta = site.generation.services.get('spec', MetaStore);
    const attach = async (parent: number, title: string, mimeType: string, file: string) => {
      const { id } = await posts.insert({ type: 'attachment', status: 'inherit', title, mimeType, parent });
      await meta.set('post', id, '_wp_attached_file', file);
      return id;
    };
    item = await posts.insert({ title: 'Item', content: 'x', status: 'publish' });
    hidden = await posts.insert({ title: 'Hidden', content: 'x', status: 'private' });
    await attach(item.id, 'One <b> & two', 'audio/mpeg', 'one.mp3');
    await attach(item.id, 'Second', 'audio/ogg', 'two.ogg');
    await attach(item.id, 'Picture', 'image/png', 'a"b.png');
    await attach(hidden.id, 'Secret', 'image/png', 'secret.png');
  });
  after(() => site.close());

  const show = async (content: string) =>
    (await site.generation.services.get('spec', Renderer).content(content, { id: item.id, content })).trim();

  it('list the recordings of their item, escaped, with the attributes that a tap gives', async () => {
    const uploads = 'http://localhost/cms-content/uploads';
    const track = (title: string, file: string) =>
      `<li><a href="${uploads}/${file}">${title}</a>` +
      `<audio controls="controls" preload="none" src="${uploads}/${file}"></audio></li>`;
    expect(await show('[playlist]')).to.equal(
      '<div class="cms-playlist cms-audio-playlist cms-playlist-dark"><ol>' +
        `${track('One &lt;b&gt; &amp; two', 'one.mp3')}${track('Second', 'two.ogg')}</ol></div>`,
    );
    expect(await show('[audio]')).to.include(`<source type="audio/mpeg" src="${uploads}/one.mp3?_=1" />`);
    expect(await show('a [playlist type="video"] b')).to.equal('<p>a  b</p>');
  });

  it('show no files of items that not everybody may read, of none, and of odd ids', async () => {
    for (const attributes of [`id="${hidden.id}"`, 'id="999999"', 'ids="x,-,0"', 'ids="99999999999999999999"']) {
      expect(await show(`a [gallery ${attributes}] b`), attributes).to.equal('<p>a  b</p>');
    }
  });

  it('escape what is written in attributes and stored of files', async () => {
    const quoted = '" onload="alert(1)';
    const shown = await show(
      `[gallery size='${quoted}' itemtag='script' captiontag='style' columns='-1e9' link='file']` +
        `[caption width="9" id='${quoted}' class='${quoted}']<img src="x"> text[/caption]` +
        `[video src="javascript:alert(1)//.mp4" poster='javascript:alert(1)' width='${quoted}' class='${quoted}']` +
        `[audio src="http://x/a.mp3" style="position:fixed;width:9px" preload='${quoted}']`,
    );
    expect(shown).to.not.match(/ onload="|javascript:|position/);
    expect(shown.match(/&quot; onload=&quot;alert\(1\)/g)).to.have.lengthOf(3);
    expect(shown).to.include('a&quot;b.png').and.include('style="width:9px;"').and.include('<dl class=');
  });

  it('are replaced by what a tap makes', async () => {
    expect(await show('[gallery replaced="yes"]')).to.equal('<p>mine</p>');
  });

  it('of an address alone become a link before paragraphs are made', async () => {
    expect(
      await show('[embed]http://x/?a=1&b=2[/embed]\n\n[[embed]http://x/[/embed]]\n\n[embed src="javascript:x"]'),
    ).to.equal('<p><a href="http://x/?a=1&amp;b=2">http://x/?a=1&amp;b=2</a></p>\n<p>[embed]http://x/[/embed]</p>');
  });
});
