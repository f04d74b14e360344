import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { definePlugin, RequestContext, RestRequest } from '../../../core/index.ts';
import { ANONYMOUS } from '../../../core/rest/index.ts';
import publicWeb from '../../../plugins/public-web/index.ts';
import { Roles } from '../../../plugins/roles/index.ts';
import siteHealth from '../../../plugins/site-health/index.ts';
import { buildContentSite, type ContentSite } from '../../support/content-site.ts';

const ROOT = '/cms-site-health/v1';

const more = definePlugin({
  name: 'more',
  version: '1.0.0',
  description: 'Adds a test of a spec.',
  after: ['site-health'],
  setup({ hooks }) {
    hooks.filter('site_status_tests').tap('more', (tests) => [
      ...tests,
      {
        name: 'in_stock',
        capability: 'read',
        run: () => ({
          label: 'All is in stock',
          status: 'good',
          badge: { label: 'Shop', color: 'green' },
          description: '',
          actions: '',
        }),
      },
    ]);
  },
});

describe('the site-health plugin', () => {
  let front: Server;
  let site: ContentSite;
  /** How the first page of the site is answered. */
  let page = { status: 200, headers: {} as Record<string, string> };
  let requests = 0;

  const build = (home: string, directories: string) => {
    const { host } = new URL(directories);
    return buildContentSite([publicWeb, siteHealth, more], {
      site: { home },
      options: { 'public-web': { alsoHosts: [host] }, 'site-health': { directories } },
    });
  };
  const ask = (name: string, user = site.as('administrator'), of = site) => of.get(`${ROOT}/${name}`, user);

  before(async () => {
    front = createServer((_request, response) => {
      requests++;
      response.writeHead(page.status, page.headers).end('page');
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    site = await build(url, `${url}/info`);
  });
  after(async () => {
    await site.generation.dispose();
    front.close();
  });
  beforeEach(() => {
    page = { status: 200, headers: {} };
  });

  it('answers each test with its members', async () => {
    for (const name of [
      'https-status',
      'authorization-header',
      'loopback-requests',
      'page-cache',
      'dotorg-communication',
    ]) {
      const { status, json } = await ask(`tests/${name}`);
      expect(status, name).to.equal(200);
      expect(Object.keys(json), name).to.eql(['test', 'label', 'status', 'badge', 'description', 'actions']);
      expect(json.test).to.equal(name.replaceAll('-', '_'));
      expect(json.badge).to.have.keys('label', 'color');
      expect(json.description).to.match(/^<p>.+<\/p>$/);
    }
  });

  it('is for those who may install plugins, or have what a test asks for', async () => {
    for (const path of ['tests/https-status', 'tests/page-cache', 'directory-sizes']) {
      const before = requests;
      expect((await ask(path, ANONYMOUS)).status, path).to.equal(401);
      const { status, json } = await ask(path, site.as('editor'));
      expect([status, json.code], path).to.eql([403, 'rest_forbidden']);
      expect(requests).to.equal(before);
    }
    expect((await ask('tests/in-stock', site.as('subscriber'))).json).to.eql({
      test: 'in_stock',
      label: 'All is in stock',
      status: 'good',
      badge: { label: 'Shop', color: 'green' },
      description: '',
      actions: '',
    });
    expect((await ask('tests/in-stock', ANONYMOUS)).status).to.equal(401);
    expect((await ask('tests/background-updates')).json.code).to.equal('rest_no_route');
  });

  it('says whether the Authorization header arrives', async () => {
    const { services, server } = site.generation;
    const user = services.get('spec', Roles).createUser(7, { administrator: true });
    const send = async (headers: Record<string, string> = {}) => {
      const context = new RequestContext({ user });
      const path = `${ROOT}/tests/authorization-header`;
      return (await server.dispatch(new RestRequest('GET', path, { headers, context }))).data;
    };
    expect(await send()).to.include({ status: 'recommended', label: 'The Authorization header is missing' });
    expect(await send({ authorization: 'Basic eDp5' })).to.include({ status: 'recommended' });
    expect(await send({ authorization: `Basic ${btoa('user:pwd')}` })).to.include({ status: 'good' });
  });

  it('asks the site itself, and says what came of it', async () => {
    const loopback = async () => (await ask('tests/loopback-requests')).json;
    expect((await loopback()).status).to.equal('good');
    page = { status: 302, headers: { Location: 'http://127.0.0.1:1/' } };
    expect((await loopback()).status).to.equal('good');
    page = { status: 503, headers: {} };
    expect(await loopback()).to.include({ status: 'recommended' });
    expect((await loopback()).description).to.include('status 503');
  });

  it('finds out whether pages are quick, and cached', async () => {
    const before = requests;
    expect((await ask('tests/page-cache')).json).to.include({
      status: 'good',
      label: 'No page cache is found, but pages are quick',
    });
    expect(requests - before).to.equal(3);
    page = { status: 200, headers: { ETag: '"a"' } };
    expect((await ask('tests/page-cache')).json).to.include({ label: 'Pages are cached, and quick' });
    page = { status: 500, headers: {} };
    expect((await ask('tests/page-cache')).json).to.include({ status: 'critical' });
  });

  it('says what cannot be reached, of a site that is not there', async () => {
    const other = await build('http://127.0.0.1:1', 'http://127.0.0.1:1/');
    const find = async (name: string) => (await ask(`tests/${name}`, other.as('administrator'), other)).json.status;
    expect(await find('loopback-requests')).to.equal('recommended');
    expect(await find('page-cache')).to.equal('critical');
    expect(await find('dotorg-communication')).to.equal('critical');
    await other.generation.dispose();
  });

  it('tells HTTPS from HTTP, which a public site should not use', async () => {
    const found: string[] = [];
    for (const home of ['https://example.org', 'http://example.org', 'http://localhost:1']) {
      const other = await build(home, 'http://127.0.0.1:1/');
      found.push((await ask('tests/https-status', other.as('administrator'), other)).json.status);
      await other.generation.dispose();
    }
    expect(found).to.eql(['good', 'recommended', 'good']);
  });

  it('answers with the sizes of the parts of the site', async () => {
    const { status, json } = await ask('directory-sizes');
    expect(status).to.equal(200);
    expect(json).to.have.keys('raw', 'uploads_size', 'database_size', 'total_size');
    expect(json.database_size.raw).to.be.greaterThan(10_000);
    expect(json.total_size).to.eql(json.database_size);
    expect(json.total_size.debug).to.match(/^[\d.]+ [KM]B \(\d+ bytes\)$/);
    expect(json.uploads_size).to.eql({ size: '0 B', debug: '0 B (0 bytes)', raw: 0 });
  });

  it('refuses an option that is no web address', async () => {
    const failing = buildContentSite([siteHealth], { options: { 'site-health': { directories: 'ftp://x' } } });
    expect(String(await failing.then(() => 'built', String))).to.match(/directories/);
  });
});
