import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createHost, type Host } from '../../../host/index.ts';
import { describeBesideWordPress } from '../../support/wordpress/described.ts';
import { PASSWORD } from '../../support/wordpress/site.ts';

/** A browser that sends its cookies to both programs, as it does where they have one address. */
class Visitor {
  readonly cookies = new Map<string, string>();

  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const expires = attributes.find((one) => /^expires=/i.test(one));
      const isOver = expires !== undefined && Date.parse(expires.slice('expires='.length)) < Date.now();
      if (isOver) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async logIn(base: string, login: string, password: string): Promise<number> {
    this.cookies.set('wordpress_test_cookie', 'WP%20Cookie%20check');
    const body = new URLSearchParams({ log: login, pwd: password, testcookie: '1' });
    return (await this.request(`${base}/wp-login.php`, { method: 'POST', body })).status;
  }

  async nonce(base: string): Promise<string> {
    return (await this.request(`${base}/wp-admin/admin-ajax.php?action=rest-nonce`)).text();
  }

  /** The login of whom the interface takes the visitor for, or the code of its refusal. */
  async isKnownAs(base: string, nonce: string): Promise<string> {
    const headers = { 'X-WP-Nonce': nonce };
    const response = await this.request(`${base}/wp-json/wp/v2/users/me?context=edit`, { headers });
    const body = (await response.json()) as { username?: string; code?: string };
    return body.username ?? String(body.code);
  }

  /** Whether the pages for administrators open. */
  async isAdministrator(base: string): Promise<boolean> {
    return (await this.request(`${base}/wp-admin/index.php`)).status === 200;
  }
}

describeBesideWordPress('a login of a WordPress and of Tappet beside it', {}, (wordpress) => {
  const folder = mkdtempSync(join(tmpdir(), 'tappet-login-'));
  let host: Host;
  let tappet: string;
  let php: string;

  before(async function () {
    this.timeout(60_000);
    php = wordpress().url;
    host = await createHost({
      wordpress: wordpress().path,
      write: true,
      logLevel: 'silent',
      options: { database: { own: `sqlite:${join(folder, 'own.db')}` } },
    });
    tappet = await host.listen(0, '127.0.0.1');
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  const hashOf = (login: string) => wordpress().php(`echo get_user_by('login', '${login}')->user_pass;`);

  it('begun there holds here, with the nonce of either', async () => {
    const visitor = new Visitor();
    const before = await hashOf('admin');
    expect(await visitor.logIn(php, 'admin', PASSWORD)).to.equal(302);
    const nonce = await visitor.nonce(php);
    expect(await visitor.isKnownAs(tappet, nonce)).to.equal('admin');
    expect(await visitor.nonce(tappet)).to.equal(nonce);
    expect(await visitor.isKnownAs(tappet, '0123456789')).to.equal('rest_cookie_invalid_nonce');
    expect(await hashOf('admin')).to.equal(before);
  });

  it('begun here holds there, on the pages for administrators too', async () => {
    const visitor = new Visitor();
    const before = await hashOf('admin');
    expect(await visitor.logIn(tappet, 'admin', PASSWORD)).to.equal(302);
    const nonce = await visitor.nonce(tappet);
    expect(nonce).to.match(/^[0-9a-f]{10}$/);
    expect(await visitor.isKnownAs(php, nonce)).to.equal('admin');
    expect(await visitor.nonce(php)).to.equal(nonce);
    expect(await visitor.isAdministrator(php)).to.equal(true);
    expect(await hashOf('admin')).to.equal(before);
  });

  it('ended there has ended here, at once', async () => {
    const visitor = new Visitor();
    await visitor.logIn(tappet, 'admin', PASSWORD);
    const nonce = await visitor.nonce(tappet);
    const kept = new Visitor();
    for (const [name, value] of visitor.cookies) kept.cookies.set(name, value);
    const page = await (await visitor.request(`${php}/wp-admin/index.php`)).text();
    const [, logoutNonce] = /action=logout[^"']*?_wpnonce=(\w+)/.exec(page) ?? [];
    const left = await visitor.request(`${php}/wp-login.php?action=logout&_wpnonce=${logoutNonce}`);
    expect(left.status).to.equal(302);
    expect(visitor.cookies.size).to.be.below(kept.cookies.size);
    for (const base of [php, tappet]) expect(await kept.isKnownAs(base, nonce)).not.to.equal('admin');
  });

  it('ended here has ended there, at once', async () => {
    const visitor = new Visitor();
    await visitor.logIn(php, 'admin', PASSWORD);
    const nonce = await visitor.nonce(php);
    const kept = new Visitor();
    for (const [name, value] of visitor.cookies) kept.cookies.set(name, value);
    const page = await (await visitor.request(`${tappet}/wp-login.php?action=logout`)).text();
    const [, logoutNonce = ''] = /name="_wpnonce" type="hidden" value="(\w+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ _wpnonce: logoutNonce });
    await visitor.request(`${tappet}/wp-login.php?action=logout`, { method: 'POST', body });
    expect([...visitor.cookies.keys()].filter((name) => /logged_in/.test(name))).to.eql([]);
    for (const base of [tappet, php]) expect(await kept.isKnownAs(base, nonce)).not.to.equal('admin');
    expect(await kept.isAdministrator(php)).to.equal(false);
  });

  it('goes on when its user has changed the password here, in both, and the new one is taken there', async () => {
    const visitor = new Visitor();
    await visitor.logIn(php, 'editor', await passwordFor('editor'));
    const nonce = await visitor.nonce(php);
    const changed = await visitor.request(`${tappet}/wp-json/wp/v2/users/me`, {
      method: 'POST',
      headers: { 'X-WP-Nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ password: ' another pässword ' }),
    });
    expect(changed.status).to.equal(200);
    expect(await hashOf('editor')).to.match(/^\$(?:P\$B|wp\$2y\$)/);
    expect(await visitor.isKnownAs(php, await visitor.nonce(php))).to.equal('editor');
    expect(await visitor.isAdministrator(php)).to.equal(true);
    for (const base of [php, tappet]) {
      expect(await new Visitor().logIn(base, 'editor', 'another pässword')).to.equal(302);
      expect(await new Visitor().logIn(base, 'editor', 'of no use')).to.equal(200);
    }
  });

  it('by an application password of either is taken by both, and no hash is changed', async () => {
    const authorization = wordpress().authorization('admin');
    const stored = () => wordpress().php(`echo wp_json_encode( get_user_meta( 1, '_application_passwords', true ) );`);
    const before = JSON.parse(await stored()) as { password: string }[];
    const me = async (base: string, headers: Record<string, string>) =>
      ((await (await fetch(`${base}/wp-json/wp/v2/users/me?context=edit`, { headers })).json()) as { username: string })
        .username;
    for (let time = 0; time < 2; time++) expect(await me(tappet, { authorization })).to.equal('admin');
    const made = await fetch(`${tappet}/wp-json/wp/v2/users/me/application-passwords`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'made by Tappet' }),
    });
    const { password } = (await made.json()) as { password: string };
    const own = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
    for (const base of [php, tappet]) expect(await me(base, own)).to.equal('admin');
    const after = JSON.parse(await stored()) as { password: string; last_used: number | null }[];
    expect(after.map((item) => item.password)).to.include.members(before.map((item) => item.password));
    expect(after.every(({ last_used }) => last_used !== null)).to.equal(true);
  });

  it('holds where nothing may be written, and is begun at PHP alone', async () => {
    const own = { database: { own: `sqlite:${join(folder, 'read-only.db')}` } };
    const reader = await createHost({ wordpress: wordpress().path, logLevel: 'silent', options: own });
    const url = await reader.listen(0, '127.0.0.1');
    const visitor = new Visitor();
    const rows = () =>
      wordpress().php(
        `global $wpdb; echo json_encode( $wpdb->get_results( "checksum table $wpdb->users, $wpdb->usermeta, $wpdb->options" ) );`,
      );
    await visitor.logIn(php, 'admin', PASSWORD);
    const nonce = await visitor.nonce(php);
    const before = await rows();
    expect(await visitor.isKnownAs(url, nonce)).to.equal('admin');
    expect(await new Visitor().logIn(url, 'admin', PASSWORD)).to.equal(403);
    const page = await (await fetch(`${url}/wp-login.php`)).text();
    expect(page).to.include(`href="${php}/wp-login.php"`);
    const headers = { authorization: wordpress().authorization('author') };
    expect((await fetch(`${url}/wp-json/wp/v2/users/me`, { headers })).status).to.equal(200);
    expect(await rows()).to.equal(before);
    await reader.close();
  });

  /** Gives a user a password that PHP has hashed. */
  async function passwordFor(login: string): Promise<string> {
    await wordpress().php(`wp_set_password( 'password of ${login}', get_user_by( 'login', '${login}' )->ID );`);
    return `password of ${login}`;
  }
});
