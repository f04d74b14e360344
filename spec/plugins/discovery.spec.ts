import { expect } from 'chai';
import { definePlugin, RestResponse } from '../../core/index.ts';
import { createBrand } from '../../core/site/index.ts';
import discovery from '../../plugins/discovery/index.ts';
import theme from '../../plugins/theme/index.ts';
import { buildTestGeneration } from '../support/generation.ts';
import { visit } from '../support/page.ts';
import { samplePlugin, serve } from '../support/serve.ts';

const sample = samplePlugin((server) => {
  server.registerRoute('t/v1', '/item', { callback: () => ({ id: 1 }) });
  server.registerRoute('t/v1', '/linked', { callback: () => new RestResponse([]).linkHeader('next', 'http://n') });
});

const rootIs = (root: string) =>
  definePlugin({
    name: 'root',
    version: '1.0.0',
    description: 'Moves the root.',
    setup: ({ hooks }) => hooks.filter('rest_url').tap('root', () => root),
  });

const showing = (route: string) =>
  definePlugin({
    name: 'showing',
    version: '1.0.0',
    description: 'Says what the page shows.',
    setup: ({ hooks }) => hooks.filter('rest_queried_resource_route').tap('showing', () => route),
  });

/** Links of a page's head that lead to the interface. */
const OF_DISCOVERY = /<link rel="(?!stylesheet|canonical|icon)/;

const ROOT = '<http://localhost/cms-json/>; rel="https://api.w.org/"';

describe('discovery (4.3)', () => {
  const generation = buildTestGeneration([discovery, theme, sample]);

  it('adds the root to the Link header of every answer, errors too, and replaces nothing', async () => {
    const link = async (path: string) => (await serve(await generation, 'GET', path)).headers.Link;
    expect(await link('/t/v1/item')).to.equal(ROOT);
    expect(await link('/t/v1/none')).to.equal(ROOT);
    expect(await link('/t/v1/linked')).to.equal(`<http://n>; rel="next", ${ROOT}`);
  });

  it('adds the root to the Link header and to the head of served pages', async () => {
    const page = (await visit(await generation, '/'))!;
    expect(page.headers.Link).to.equal(ROOT);
    expect(page.body).to.contain('<link rel="https://api.w.org/" href="http://localhost/cms-json/" />');
    expect(page.body).to.contain('type="application/rsd+xml" href="http://localhost/xmlrpc.php?rsd" />');
  });

  it('gives the root as the connection asks for it', async () => {
    expect((await visit(await generation, '/', true))!.headers.Link).to.match(/^<https:/);
    expect((await serve(await generation, 'GET', '/t/v1/item', { tls: true })).headers.Link).to.match(/^<https:/);
  });

  it('links the resource that the page shows', async () => {
    const other = await buildTestGeneration([discovery, theme, showing('/t/v1/item'), sample]);
    const page = (await visit(other, '/'))!;
    const href = 'http://localhost/cms-json/t/v1/item';
    expect(page.headers.Link).to.equal(`${ROOT}, <${href}>; rel="alternate"; type="application/json"`);
    expect(page.body).to.contain(`<link rel="alternate" type="application/json" href="${href}" />`);
  });

  it('uses the link relation of the settings', async () => {
    const site = { brand: createBrand('cms', 'https://rel.example/') };
    const other = await buildTestGeneration([discovery, sample], { site });
    expect((await serve(other, 'GET', '/t/v1/item')).headers.Link).to.match(/rel="https:\/\/rel\.example\/"$/);
  });

  for (const path of ['/rsd', '/xmlrpc.php?rsd']) {
    it(`serves the RSD entry at ${path}`, async () => {
      const page = (await visit(await generation, path))!;
      expect(page.type).to.equal('text/xml; charset=UTF-8');
      expect(page.body).to.contain(
        '<api name="CMS-API" blogID="1" preferred="false" apiLink="http://localhost/cms-json/" />',
      );
    });
  }

  it('answers 404 at /xmlrpc.php when RSD is not requested', async () => {
    expect((await visit(await generation, '/xmlrpc.php'))!.status).to.equal(404);
  });

  it('escapes addresses in markup', async () => {
    const other = await buildTestGeneration([discovery, theme, rootIs('http://a/?x="<'), sample]);
    expect((await visit(other, '/'))!.body).to.contain('href="http://a/?x=&quot;&lt;"');
    expect((await visit(other, '/rsd'))!.body).to.contain('apiLink="http://a/?x=&quot;&lt;"');
  });

  it('says nothing anywhere when the root is empty', async () => {
    const other = await buildTestGeneration([discovery, theme, rootIs(''), sample]);
    expect((await serve(other, 'GET', '/t/v1/item')).headers).to.not.have.property('Link');
    const page = (await visit(other, '/'))!;
    expect(page.headers).to.not.have.property('Link');
    expect(page.body).to.not.match(OF_DISCOVERY);
    expect((await visit(other, '/rsd'))!.body).to.not.contain('<api ');
  });

  it('is gone without the plugin: no links, no RSD', async () => {
    const other = await buildTestGeneration([theme, sample]);
    expect((await serve(other, 'GET', '/t/v1/item')).headers).to.not.have.property('Link');
    expect((await visit(other, '/'))!.body).to.not.match(OF_DISCOVERY);
    expect(await visit(other, '/rsd')).to.equal(undefined);
  });
});
