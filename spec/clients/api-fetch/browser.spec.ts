import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../../support/chromium.ts';
import { scriptOf } from '../support/script-of.ts';
import { startedSite } from '../support/started-site.ts';

// The functions below run in pages, whose types are not those of these specs.
// biome-ignore lint/suspicious/noExplicitAny: as above.
type InPage = any;

/** Runs in a page: sets the client up by the settings that the page carries. */
function setUp(settings: InPage): void {
  const { apiFetch } = globalThis as InPage;
  apiFetch.use(apiFetch.createRootURLMiddleware(settings.root));
  apiFetch.use(apiFetch.createPreloadingMiddleware(settings.preloaded));
  apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware(settings.nonce ?? '');
  apiFetch.nonceEndpoint = settings.nonceEndpoint;
  if (settings.nonce !== null) apiFetch.use(apiFetch.nonceMiddleware);
  apiFetch.use(apiFetch.mediaUploadMiddleware);
}

/** Runs in a page: makes a request; answers with its data, its headers where they are requested, or its error. */
async function ask([options, headers]: [InPage, readonly string[]]): Promise<InPage> {
  const { apiFetch } = globalThis as InPage;
  try {
    const answer = await apiFetch({ ...options, parse: headers.length === 0 });
    return headers.length === 0 ? answer : Object.fromEntries(headers.map((name) => [name, answer.headers.get(name)]));
  } catch (error) {
    return error;
  }
}

/** Runs in a page: uploads an image that it draws. */
async function upload(name: string): Promise<InPage> {
  const { apiFetch, document, FormData } = globalThis as InPage;
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
  const image = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const body = new FormData();
  body.append('file', image, name);
  return apiFetch({ path: '/wp/v2/media', method: 'POST', body });
}

describeInChromium('@wordpress/api-fetch 7.56, unmodified, in a browser', (chromium) => {
  const site = startedSite('--plugins', new URL('../plugins', import.meta.url).pathname);
  const sent: string[] = [];
  let page: Page;
  let elsewhere: Server;
  let script: string;
  before(async () => {
    script = `${await scriptOf('@wordpress/api-fetch', 'published')}; globalThis.apiFetch = published.default;`;
    elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>A front end on another origin</title>');
    }).listen(0);
    await once(elsewhere, 'listening');
    ({ page } = await chromium.visit());
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  });
  after(() => elsewhere.close());
  beforeEach(() => sent.splice(0));

  const settingsOf = async (): Promise<InPage> =>
    JSON.parse((await page.locator('#wp-client-settings').textContent())!);
  const request = (options: object, ...headers: string[]) => page.evaluate(ask, [options, headers] as InPage);
  const me = () => request({ path: '/wp/v2/users/me?context=edit' });

  const signIn = async () => {
    await page.context().clearCookies();
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('[name=log]', site.admin.username);
    await page.fill('[name=pwd]', site.admin.password);
    await page.click('form button');
    await page.waitForURL((url) => !url.pathname.endsWith('/wp-login.php'));
  };

  /** Opens the page of the site that hosts the client, and sets it up; answers with the settings. */
  const openClient = async () => {
    await page.goto(`${site.url}/client`);
    await page.addScriptTag({ content: script });
    const settings = await settingsOf();
    await page.evaluate(setUp, settings);
    sent.splice(0);
    return settings;
  };

  describe('in a page of the site', () => {
    it('has answers of a visitor without asking', async () => {
      expect((await openClient()).nonce).to.equal(null);
      expect(await request({ path: '/wp/v2/types?context=view' })).to.have.property('post');
      expect(sent).to.deep.equal([]);
      expect(await me()).to.include({ code: 'rest_not_logged_in' });
    });

    describe('after the login form', () => {
      before(signIn);
      beforeEach(openClient);

      it('has the answers for the user who is signed in, once each, and with their headers', async () => {
        expect(await request({ path: '/wp/v2/users/me' })).to.include({ id: 1 });
        expect(await request({ path: '/wp/v2/media', method: 'OPTIONS' }, 'Allow')).to.deep.equal({
          Allow: 'GET, POST',
        });
        const listed = await request({ path: '/wp/v2/posts?per_page=1' }, 'X-WP-Total', 'Link');
        expect([listed['X-WP-Total'], sent]).to.deep.equal(['1', []]);
        await request({ path: '/wp/v2/users/me' });
        expect(sent).to.deep.equal(['GET /wp-json/wp/v2/users/me']);
      });

      it('writes, changes, and removes', async () => {
        const { id } = await request({ path: '/wp/v2/posts', method: 'POST', data: { title: 'One' } });
        const path = `/wp/v2/posts/${id}`;
        expect((await request({ path, method: 'PUT', data: { title: 'Two' } })).title.raw).to.equal('Two');
        expect((await request({ path: `${path}?force=true`, method: 'DELETE' })).previous.title.raw).to.equal('Two');
      });

      it('uploads what it draws', async () => {
        const made = await page.evaluate(upload, 'drawn.png');
        expect(made.media_details).to.include({ width: 64, height: 48 });
      });

      it('fetches a fresh nonce when its own has run out', async () => {
        await page.evaluate(() => {
          (globalThis as InPage).apiFetch.nonceMiddleware.nonce = 'stale';
        });
        expect(await me()).to.include({ username: 'admin' });
        expect(sent[1]).to.equal('GET /wp-admin/admin-ajax.php');
      });
    });
  });

  describe('in a page of another origin', () => {
    let settings: InPage;
    before(async () => {
      await signIn();
      settings = { ...(await openClient()), preloaded: {} };
    });

    const openElsewhere = async (host: string, using: InPage) => {
      await page.goto(`http://${host}:${(elsewhere.address() as AddressInfo).port}/`);
      await page.addScriptTag({ content: script });
      await page.evaluate(setUp, using);
    };

    describe('of the same site', () => {
      before(() => openElsewhere('127.0.0.1', settings));

      it('is who is signed in there, by cookie and nonce', async () => {
        expect(await me()).to.include({ username: 'admin' });
      });

      it('changes and removes, with a header that the browser asks about first', async () => {
        const { id } = await request({ path: '/wp/v2/tags', method: 'POST', data: { name: 'Far' } });
        expect(await request({ path: `/wp/v2/tags/${id}`, method: 'PUT', data: { name: 'Away' } })).to.include({ id });
        expect(await request({ path: `/wp/v2/tags/${id}?force=true`, method: 'DELETE' })).to.include({ deleted: true });
      });

      it('reads the headers of lists, and puts their pages together', async () => {
        const requests = Array.from({ length: 2 }, (_, at) => ({ path: '/wp/v2/tags', body: { name: `Far ${at}` } }));
        await request({ path: '/batch/v1', method: 'POST', data: { requests } });
        const listed = await request({ path: '/wp/v2/tags?per_page=1' }, 'X-WP-Total', 'X-WP-TotalPages', 'Link');
        expect(listed).to.include({ 'X-WP-Total': '2', 'X-WP-TotalPages': '2' });
        expect(listed.Link).to.contain('rel="next"');
        expect(await request({ path: '/wp/v2/tags?per_page=-1' })).to.have.length(2);
      });

      it('finishes an upload whose answer is lost', async () => {
        const made = await page.evaluate(upload, 'lost-drawn.png');
        expect(made.media_details).to.include({ width: 64, height: 48 });
        expect(sent).to.include(`POST /wp-json/wp/v2/media/${made.id}/post-process`);
      });

      it('reads why it was refused', async () => {
        expect(await request({ path: '/wp/v2/posts?per_page=0' })).to.include({ code: 'rest_invalid_param' });
      });
    });

    describe('of another site, where cookies do not go', () => {
      before(() => openElsewhere('localhost', { ...settings, nonce: null }));

      it('is anonymous', async () => {
        expect(await me()).to.include({ code: 'rest_not_logged_in' });
      });

      it('is the user of its application password', async () => {
        const Authorization = `Basic ${btoa(`${site.app.username}:${site.app.password}`)}`;
        const path = '/wp/v2/users/me?context=edit';
        expect(await request({ path, headers: { Authorization } })).to.include({ username: 'admin' });
      });
    });
  });
});
