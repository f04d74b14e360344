import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { Passwords } from '../../../plugins/passwords/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';

const events: string[] = [];
const listener = definePlugin({
  name: 'listener',
  version: '1.0.0',
  description: 'Writes sign-ins down.',
  requires: { sessions: '^0.1.0' },
  setup({ hooks }) {
    hooks.action('cms_login').tap('listener', (login) => void events.push(`in ${login}`));
    hooks.action('cms_login_failed').tap('listener', (login) => void events.push(`failed ${login}`));
  },
});

describe('the login page', () => {
  let site: AuthSite;
  let alice: User;

  before(async () => {
    site = await buildAuthSite({ plugins: [listener], pluginOptions: { throttles: { attempts: 4, seconds: 60 } } });
    alice = await site.addUser('alice');
  });
  after(() => site.generation.dispose());
  beforeEach(() => {
    events.length = 0;
    // Past the throttle of the specs before.
    site.clock.now += 61_000;
  });

  const form = { log: 'alice', pwd: 'password of alice' };

  it('shows a form without script, not to be cached or framed', async () => {
    const { status, type, text, headers } = await site.browser().page('GET', '/login');
    expect([status, type]).to.eql([200, 'text/html; charset=utf-8']);
    expect(text).to.include('name="log"').and.include('name="pwd"').and.include('name="rememberme"');
    expect(text).to.include('width=device-width').and.include('color-scheme: light dark');
    expect(text).not.to.match(/<script|\son\w+=/i);
    expect(headers['Cache-Control']).to.equal('no-store');
    expect(headers['X-Frame-Options']).to.equal('DENY');
    expect(headers['Content-Security-Policy']).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
  });

  it('is framed by pages of this site where one asks for that, its answers too', async () => {
    const path = '/login?interim-login=1';
    const wrong = { form: { ...form, pwd: 'wrong' } };
    for (const answer of [await site.browser().page('GET', path), await site.browser().page('POST', path, wrong)]) {
      expect(answer.headers['X-Frame-Options']).to.equal('SAMEORIGIN');
      expect(answer.headers['Content-Security-Policy']).to.match(/; frame-ancestors 'self'$/);
      expect(answer.text).not.to.include('Lost your password');
    }
  });

  it('signs in by login and by e-mail address, and leads to the site', async () => {
    for (const log of ['alice', 'alice@example.org']) {
      const browser = site.browser();
      const { status, location } = await browser.page('POST', '/login', { form: { ...form, log } });
      expect([status, location]).to.eql([302, 'http://localhost/']);
      expect(await site.sessions.verify(browser.cookies.get(site.sessions.cookieName)!)).to.include({
        userId: alice.id,
      });
    }
    expect(events).to.eql(['in alice', 'in alice']);
  });

  it('is at the address that clients of the field know, under every brand', async () => {
    expect((await site.browser().page('GET', '/cms-login.php')).text).to.include('name="log"');
    expect((await site.browser().page('POST', '/cms-login.php', { form })).status).to.equal(302);
  });

  it('sets a cookie that scripts cannot read and other sites do not send, gone with the browser', async () => {
    const { setCookies } = await site.browser().page('POST', '/login', { form });
    expect(setCookies[site.sessions.cookieName]).to.include({
      httpOnly: true,
      sameSite: 'lax',
      secure: false,
      path: '/',
    });
    expect(setCookies[site.sessions.cookieName]).not.to.have.property('expires');
  });

  it('sets a secure cookie over TLS, and a lasting one on request', async () => {
    const sent = { form: { ...form, rememberme: 'forever' } };
    const { setCookies } = await site.browser({ secure: true }).page('POST', '/login', sent);
    const options = setCookies[site.sessions.cookieName]!;
    expect(options.secure).to.equal(true);
    expect((options.expires as Date).getTime()).to.equal(site.clock.now + 14 * 86_400_000);
  });

  it('answers a wrong password and an unknown name alike', async () => {
    const answer = async (log: string) => {
      const { status, text } = await site.browser().page('POST', '/login', { form: { log, pwd: 'wrong' } });
      return { status, text: text.replaceAll(log, 'LOGIN') };
    };
    const [wrong, unknown] = [await answer('alice'), await answer('nobody')];
    expect(wrong).to.eql(unknown);
    expect(wrong.status).to.equal(200);
    expect(wrong.text).to.include('role="alert"');
    expect(events).to.eql(['failed alice', 'failed nobody']);
  });

  it('checks one slow hash for an unknown name as for a wrong password', async () => {
    const passwords = site.generation.services.get('spec', Passwords);
    const { verify } = passwords;
    const hashes: string[] = [];
    passwords.verify = (password, hash) => {
      hashes.push(hash.split('$')[1]!);
      return verify(password, hash);
    };
    for (const log of ['alice', 'nobody']) await site.browser().page('POST', '/login', { form: { log, pwd: 'wrong' } });
    passwords.verify = verify;
    expect(hashes).to.eql(['scrypt', 'scrypt']);
  });

  it('asks for an empty field without counting it as an attempt', async () => {
    for (const empty of [{}, { log: 'alice', pwd: '' }, { log: ' ', pwd: 'x' }, { log: ['alice'], pwd: 'x' }]) {
      const { status, text } = await site.browser().page('POST', '/login', { form: empty });
      expect(status).to.equal(200);
      expect(text).to.include('role="alert"');
    }
    expect(events).to.eql([]);
  });

  it('follows redirect_to on this site only', async () => {
    const target = async (redirect_to: string) =>
      (await site.browser().page('POST', '/login', { form: { ...form, redirect_to } })).location;
    expect(await target('/page?a=1#b')).to.equal('http://localhost/page?a=1#b');
    expect(await target('//evil.example')).to.equal('http://localhost/');
    expect(await target('')).to.equal('http://localhost/');
  });

  it('redirects a user who is signed in already, unless asked again', async () => {
    const browser = site.browser();
    await browser.page('POST', '/login', { form });
    expect((await browser.page('GET', '/login?redirect_to=/x')).location).to.equal('http://localhost/x');
    expect((await browser.page('GET', '/login?reauth=1')).status).to.equal(200);
  });

  it('escapes what it shows again', async () => {
    const hostile = '"><script>alert(1)</script>';
    const sent = { form: { log: hostile, pwd: 'wrong', redirect_to: `/x?${hostile}` } };
    const { text } = await site.browser().page('POST', '/login', sent);
    expect(text).to.include('&quot;&gt;&lt;script&gt;');
    expect(text).not.to.include('<script');
    expect(text).not.to.include('wrong"');
  });

  it('refuses a form that another site sent', async () => {
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const browser = site.browser();
      const { status } = await browser.page('POST', '/login', { form, headers });
      expect(status, JSON.stringify(headers)).to.equal(403);
      expect(browser.cookies.size).to.equal(0);
    }
    const own = await site.browser().page('POST', '/login', { form, headers: { Origin: 'http://localhost' } });
    expect(own.status).to.equal(302);
  });

  it('answers 429 after too many attempts from one address, even to the right password', async () => {
    const wrong = { form: { log: 'alice', pwd: 'wrong' } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.browser().page('POST', '/login', wrong)));
    expect(answers.map(({ status }) => status)).to.eql([200, 200, 200, 200, 429]);
    expect(answers[4]!.headers['Retry-After']).to.equal('60');
    expect((await site.browser().page('POST', '/login', { form })).status).to.equal(429);
    expect((await site.browser({ ip: '10.0.0.9' }).page('POST', '/login', { form })).status).to.equal(302);
    site.clock.now += 60_000;
    expect((await site.browser().page('POST', '/login', { form })).status).to.equal(302);
  });

  it('never writes a password, a cookie or a nonce to the log', () => {
    expect(site.logged.join('\n')).not.to.match(/password of alice|logged_in|\|[0-9a-f]{64}/);
  });
});
