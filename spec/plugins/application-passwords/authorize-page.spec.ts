import { expect } from 'chai';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

const PAGE = '/authorize-application';
const ASKED = {
  app_name: 'Reader',
  app_id: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  success_url: 'reader://signed-in?x=1',
  reject_url: 'https://reader.example/no',
};

describe('the page that authorizes an application', () => {
  let site: AuthSite;
  let browser: Browser;

  before(async () => {
    site = await buildAuthSite();
    await site.addUser('alice');
    browser = site.browser();
    await browser.page('POST', '/login', { form: { log: 'alice', pwd: 'password of alice' } });
  });
  after(() => site.generation.dispose());

  const url = (asked: object) => `${PAGE}?${new URLSearchParams(asked as Record<string, string>)}`;
  const nonceIn = (text: string): string => /name="_wpnonce" value="([^"]+)"/.exec(text)![1]!;
  const answerForm = async (asked: object, button: object, headers: Record<string, string> = {}) => {
    const { text } = await browser.page('GET', url(asked));
    return browser.page('POST', PAGE, { form: { ...asked, ...button, _wpnonce: nonceIn(text) }, headers });
  };

  it('sends a visitor who is not signed in to the login page and back', async () => {
    const { status, location } = await site.browser().page('GET', url(ASKED));
    expect(status).to.equal(302);
    const login = new URL(location!);
    expect(login.pathname).to.equal('/login');
    const back = new URL(login.searchParams.get('redirect_to')!);
    expect(Object.fromEntries(back.searchParams)).to.eql(ASKED);
  });

  it('says who asks, and where the password will go', async () => {
    const { status, text, headers } = await browser.page('GET', url(ASKED));
    expect(status).to.equal(200);
    expect(text).to.include('value="Reader"').and.include('signed-in').and.include('alice');
    expect(headers['X-Frame-Options']).to.equal('DENY');
  });

  it('makes no password for a target that it refuses, in the address or in the form', async () => {
    const before = await browser.rest('GET', '/spec/v1/me');
    expect(before.status).to.equal(200);
    const passwords = async () => {
      const nonce = (await browser.page('GET', '/nonce')).text;
      const headers = { 'X-CMS-Nonce': nonce };
      return (await browser.rest('GET', '/cms/v2/users/me/application-passwords', { headers })).json;
    };
    const made = await passwords();
    const { text } = await browser.page('GET', url(ASKED));
    for (const success_url of ['javascript:alert(1)', 'https://a@b.example/', 'https://a.example/\r\nX: y', 'https:']) {
      for (const part of ['success_url', 'reject_url']) {
        const form = { ...ASKED, [part]: success_url, approve: '1', _wpnonce: nonceIn(text) };
        expect((await browser.page('POST', PAGE, { form })).status, success_url).to.equal(400);
        expect((await browser.page('GET', url({ ...ASKED, [part]: success_url }))).status, success_url).to.equal(400);
      }
    }
    expect(await passwords()).to.eql(made);
  });

  it('is at the address that clients of the field know, under every brand', async () => {
    expect((await browser.page('GET', '/cms-admin/authorize-application.php')).status).to.equal(200);
  });

  it('hands the password to success_url when approved; it works', async () => {
    const { status, location, headers } = await answerForm(ASKED, { approve: '1' });
    expect(status).to.equal(302);
    expect(headers['Cache-Control']).to.equal('no-store');
    const target = new URL(location!);
    expect([target.protocol, target.searchParams.get('x')]).to.eql(['reader:', '1']);
    expect(target.searchParams.get('site_url')).to.equal('http://localhost');
    expect(target.searchParams.get('user_login')).to.equal('alice');
    const credentials = Buffer.from(`alice:${target.searchParams.get('password')}`).toString('base64');
    const sent = { headers: { Authorization: `Basic ${credentials}` } };
    const { json } = await site.browser().rest('GET', '/cms/v2/users/me/application-passwords/introspect', sent);
    expect(json).to.include({ name: 'Reader', app_id: ASKED.app_id });
  });

  it('shows the password when there is no success_url', async () => {
    const { text } = await answerForm({ app_name: 'Terminal' }, { approve: '1' });
    expect(text).to.match(/<code>[A-Za-z0-9]{4}( [A-Za-z0-9]{4}){5}<\/code>/);
  });

  it('asks for another name when that one is taken', async () => {
    await answerForm({ app_name: 'Twice' }, { approve: '1' });
    const { status, text } = await answerForm({ app_name: 'Twice' }, { approve: '1' });
    expect(status).to.equal(409);
    expect(text).to.include('role="alert"').and.include('value="Twice"');
  });

  it('leads to reject_url when rejected, or to success_url with success=false', async () => {
    expect((await answerForm(ASKED, { reject: '1' })).location).to.equal('https://reader.example/no');
    const { location } = await answerForm({ ...ASKED, reject_url: '' }, { reject: '1' });
    expect(location).to.equal('reader://signed-in?x=1&success=false');
    expect((await answerForm({ app_name: 'x' }, { reject: '1' })).location).to.equal('http://localhost/');
  });

  it('makes nothing without its nonce, or for another site', async () => {
    const form = { ...ASKED, app_name: 'Stolen', approve: '1' };
    expect((await browser.page('POST', PAGE, { form })).status).to.equal(403);
    const { _wpnonce } = { _wpnonce: nonceIn((await browser.page('GET', url(ASKED))).text) };
    const foreign = await browser.page('POST', PAGE, {
      form: { ...form, _wpnonce },
      headers: { Origin: 'https://evil.example' },
    });
    expect(foreign.status).to.equal(403);
  });

  it('refuses unsafe addresses and a bad id on the page and in the form', async () => {
    for (const bad of [
      { success_url: 'javascript:alert(1)' },
      { success_url: 'http://reader.example/' },
      { reject_url: 'data:text/html,x' },
      { app_id: 'no-uuid' },
    ]) {
      const asked = { ...ASKED, ...bad };
      expect((await browser.page('GET', url(asked))).status, JSON.stringify(bad)).to.equal(400);
      expect((await browser.page('POST', PAGE, { form: { ...asked, approve: '1' } })).status).to.equal(400);
    }
  });

  it('escapes the texts of the application', async () => {
    const { text } = await browser.page(
      'GET',
      url({ app_name: '"><script>x</script>', success_url: 'https://a.example/"><script>' }),
    );
    expect(text).not.to.include('<script');
  });

  it('is not served over plain HTTP to a host that is not local', async () => {
    const remote = site.browser({ host: 'example.org' });
    for (const [name, value] of browser.cookies) remote.cookies.set(name, value);
    expect((await remote.page('GET', url(ASKED))).status).to.equal(400);
  });
});
