import { expect } from 'chai';
import { Parser } from 'htmlparser2';
import { UserStore } from '../../plugins/users/index.ts';
import { Browser, type PageAnswer } from '../support/browser.ts';
import { ALL_HOSTILE } from './hostile-inputs.ts';
import { HostileSite } from './hostile-site.ts';

/** The elements of a page with the names of their attributes, and where they lead. */
function skeletonOf(page: string): string {
  let skeleton = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      const names = Object.keys(attributes).join(' ');
      skeleton += `<${name} ${names} ${attributes.href ?? ''}${attributes.action ?? ''}>\n`;
    },
  });
  parser.end(page);
  return skeleton;
}

/** A header must not end early, and must not lead to a script. */
function expectHarmlessHeaders({ headers, location = '' }: PageAnswer): void {
  for (const value of [...Object.values(headers), location]) expect(value).to.not.match(/[\r\n\0]/);
  expect(location).to.not.match(/^\s*(?:javascript|data|vbscript):/i);
}

describe('pages are built alike, whatever text they show', () => {
  let site: HostileSite;

  before(async () => {
    site = await HostileSite.build();
  });
  after(() => site.close());

  const expectAlike = async (show: (text: string) => Promise<PageAnswer>) => {
    const plain = skeletonOf((await show('plain')).text);
    for (const text of ALL_HOSTILE) {
      const page = await show(text);
      expectHarmlessHeaders(page);
      if (page.status < 300) expect(skeletonOf(page.text), text).to.equal(plain);
    }
  };

  it('the front page', async () => {
    const browser = new Browser(site.site.generation);
    await expectAlike(async (text) => {
      await site.ask('/settings', 'admin', { title: text, description: text });
      return browser.page('GET', '/');
    });
    await site.ask('/settings', 'admin', { title: 'Tappet', description: '' });
  });

  it('the form that signs people in', async () => {
    await expectAlike((text) => {
      const form = { log: text, pwd: '' };
      return new Browser(site.site.generation).page('POST', '/login', { form });
    });
  });

  it('and lead nowhere else after signing in', async () => {
    const users = site.site.generation.services.get('spec', UserStore);
    await users.create({ login: 'bob', password: 'of bob', email: 'bob@example.com', roles: ['author'] });
    const browser = new Browser(site.site.generation);
    await browser.page('POST', '/login', { form: { log: 'bob', pwd: 'of bob' } });
    for (const text of [...ALL_HOSTILE, '//evil.example', '/\\evil.example', 'https://localhost.evil.example/']) {
      const page = await browser.page('GET', `/login?${new URLSearchParams({ redirect_to: text })}`);
      expectHarmlessHeaders(page);
      expect(new URL(page.location!, 'http://localhost').host, text).to.equal('localhost');
    }
  });

  it('the page that authorizes applications', async () => {
    const users = site.site.generation.services.get('spec', UserStore);
    await users.create({ login: 'alice', password: 'of alice', email: 'alice@example.com', roles: ['author'] });
    const browser = new Browser(site.site.generation);
    const form = { log: 'alice', pwd: 'of alice' };
    expect((await browser.page('POST', '/login', { form })).status).to.equal(302);
    for (const name of ['app_name', 'app_id', 'success_url', 'reject_url']) {
      const asked = (text: string) => ({ app_name: 'An app', [name]: text });
      const pages = async (text: string) => browser.page('POST', '/authorize-application', { form: asked(text) });
      for (const text of ALL_HOSTILE) {
        const page = await pages(text);
        expectHarmlessHeaders(page);
        const own = skeletonOf(page.text);
        expect(own, text).to.not.match(/<script|<img|<svg|<iframe|javascript:| on[a-z]+/i);
      }
    }
  });
}).timeout(60_000);
