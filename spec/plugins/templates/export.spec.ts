import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { strFromU8, unzipSync } from 'fflate';
import { RequestContext, RestRequest } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import templates from '../../../plugins/templates/index.ts';
import themes from '../../../plugins/themes/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';
import { serve } from '../../support/serve.ts';
import { themeFolder } from '../../support/theme-folder.ts';

const FILES: Readonly<Record<string, unknown>> = {
  'base/style.css': '/* Theme Name: Base */',
  'base/templates/single.html': 'Of base',
  'child/style.css': '/* Theme Name: The Child\nTemplate: base */',
  'child/theme.json': { version: 2 },
  'child/secret.txt': 'nobody asked for it',
  'child/templates/index.html':
    '<!-- wp:template-part {"slug":"header","theme":"child","className":"a\\u002d\\u002db"} /--><p>Größe</p>',
  'child/parts/header.html': '<!-- wp:template-part {"slug":"x"} /--><!-- wp:template-part {broken} /-->',
};

const PATH = '/cms-block-editor/v1/export';

describe('the export of templates', () => {
  let folder: string;
  let site: ContentSite;

  before(async () => {
    folder = await themeFolder(FILES);
    site = await buildContentSite([themes, templates], { options: { themes: { folder } } });
    await site.options.set('stylesheet', 'child');
  });
  after(async () => {
    await site.generation.dispose();
    await rm(folder, { recursive: true });
  });

  const exported = async (method = 'GET') => {
    const context = new RequestContext({ user: site.as('administrator') });
    return site.generation.server.serve(new RestRequest(method, PATH, { context }));
  };
  const unpacked = async () => {
    const { body } = await exported();
    const files = Object.entries(unzipSync(body as Uint8Array));
    return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
  };

  it('is a ZIP file of what describes the theme, and of its templates and parts, its parent’s among them', async () => {
    const { status, headers, body } = await exported();
    expect(status).to.equal(200);
    expect(headers['Content-Type']).to.equal('application/zip');
    expect(headers['Content-Disposition']).to.equal('attachment; filename="child.zip"');
    expect(headers['Content-Length']).to.equal(String((body as Uint8Array).length));
    expect(await unpacked()).to.eql({
      'style.css': FILES['child/style.css'],
      'theme.json': '{"version":2}',
      'templates/index.html': '<!-- wp:template-part {"slug":"header","className":"a\\u002d\\u002db"} /--><p>Größe</p>',
      'templates/single.html': 'Of base',
      'parts/header.html': FILES['child/parts/header.html'],
    });
    expect((await exported('HEAD')).body).to.equal(null);
  });

  it('has what the site stores in the place of files', async () => {
    const user = site.as('administrator');
    const path = '/cms/v2/templates/child//single';
    expect((await serve(site.generation, 'PUT', path, { user, json: { content: 'Of the site' } })).status).to.equal(
      200,
    );
    await serve(site.generation, 'POST', '/cms/v2/templates', { user, json: { slug: 'own', content: 'Own' } });
    const files = await unpacked();
    expect(files['templates/single.html']).to.equal('Of the site');
    expect(files['templates/own.html']).to.equal('Own');
  });

  it('is empty of templates where no theme has a folder', async () => {
    await site.options.set('stylesheet', '');
    expect(await unpacked()).to.eql({});
    await site.options.set('stylesheet', 'child');
  });

  it('is for those who may change the look of the site', async () => {
    for (const [user, status] of [
      [ANONYMOUS, 401],
      [site.as('editor'), 403],
    ] as const) {
      const { json, status: found } = await serve(site.generation, 'GET', PATH, { user });
      expect([found, json.code]).to.eql([status, 'rest_cannot_export_templates']);
    }
  });
});
