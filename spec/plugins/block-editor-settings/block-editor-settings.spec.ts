import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import blockEditorSettings from '../../../plugins/block-editor-settings/index.ts';
import globalStyles, { GlobalStyles } from '../../../plugins/global-styles/index.ts';
import themes, { Themes } from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';
import { themeFolder } from '../../support/theme-folder.ts';

const INK = { slug: 'ink', name: 'Ink', color: '#111' };

describe('the block-editor-settings plugin', () => {
  let folder: string;
  let site: ContentSite;
  const ask = (query = '', user = site.as('contributor')) => site.get(`/cms-block-editor/v1/settings${query}`, user);

  before(async () => {
    folder = await themeFolder({
      'inky/theme.json': { settings: { color: { palette: [INK] } }, styles: { color: { text: 'black' } } },
    });
    site = await buildContentSite([themes, globalStyles, blockEditorSettings], { options: { themes: { folder } } });
    await site.options.set('stylesheet', 'inky');
  });
  after(async () => {
    await site.generation.dispose();
    await rm(folder, { recursive: true });
  });

  it('shows the presets of the theme, or those of every theme where it has none', async () => {
    const { status, json } = await ask('?context=mobile');
    expect(status).to.equal(200);
    expect(json).to.have.all.keys('__experimentalFeatures', '__experimentalStyles', 'colors', 'gradients', 'fontSizes');
    expect(json.colors).to.eql([INK]);
    expect(json.fontSizes[0]).to.include({ slug: 'small' });
    expect(json.__experimentalStyles.color).to.eql({ text: 'black' });
  });

  it('shows the changes of the site, and creates no item', async () => {
    const { services } = site.generation;
    const count = async () => (await site.posts.query({ types: ['cms_global_styles'] })).total;
    await ask();
    expect(await count()).to.equal(0);
    const id = await services.get('spec', GlobalStyles).itemOf(services.get('spec', Themes).active());
    const json = {
      settings: { color: { palette: { custom: [{ ...INK, slug: 'own' }] } } },
      styles: { color: { text: 'red' } },
    };
    await serve(site.generation, 'PUT', `/cms/v2/global-styles/${id}`, { user: site.as('administrator'), json });
    const changed = (await ask('?_fields=colors,__experimentalStyles')).json;
    expect(changed.colors).to.eql([{ ...INK, slug: 'own' }]);
    expect(changed.__experimentalStyles.color).to.eql({ text: 'red' });
    expect(changed).to.not.have.property('fontSizes');
  });

  it('is for users who write, in the contexts of its schema', async () => {
    for (const [user, status] of [
      [ANONYMOUS, 401],
      [site.as('subscriber'), 403],
    ] as const) {
      const answer = await ask('', user);
      expect([answer.status, answer.json.code]).to.eql([status, 'rest_cannot_read_block_editor_settings']);
    }
    expect((await ask('?context=none')).json.code).to.equal('rest_invalid_param');
  });
});
