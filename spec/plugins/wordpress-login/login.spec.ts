import { createHash, createHmac } from 'node:crypto';
import { expect } from 'chai';
import { createBrand } from '../../../core/site/index.ts';
import { AuthKeys } from '../../../plugins/auth-keys/index.ts';
import { Database } from '../../../plugins/database/index.ts';
import { ReservedMeta } from '../../../plugins/meta/index.ts';
import { ReservedOptions } from '../../../plugins/options/index.ts';
import wordpressLogin from '../../../plugins/wordpress-login/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import { readFixture } from '../../support/fixtures.ts';
import { KEYS, versionFolder, wordPressFacts } from '../../support/wordpress/wordpress-facts.ts';

const recorded = readFixture('wordpress/login.json');
const [PHPASS, , SECRET_PHPASS] = recorded.passwords.map(({ hash }: { hash: string }) => hash);
const PREHASHED = recorded.passwords[3].hash;
const GENERIC = recorded.secrets[1];
const HASH = createHash('md5').update('http://wp.example').digest('hex');
const basic = (login: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

const UUID = '11111111-2222-4333-8444-555555555555';

const application = (password: string) => ({
  uuid: UUID,
  app_id: '',
  name: 'theirs',
  password,
  created: 1,
  last_used: null,
  last_ip: null,
});

for (const [version, { password: userHash, secret: secretHash, newPassword, newSecret }] of Object.entries({
  '6.1.9': { password: PHPASS, secret: SECRET_PHPASS, newPassword: /^\$P\$B/, newSecret: /^\$P\$B/ },
  '6.8.2': { password: PREHASHED, secret: GENERIC.hash, newPassword: /^\$wp\$2y\$12\$/, newSecret: /^\$generic\$/ },
})) {
  describe(`a login that is shared with WordPress ${version}`, () => {
    const folder = versionFolder(version);
    let site: AuthSite;
    let readOnly: AuthSite;

    const build = (writes: boolean, type = 'local') =>
      buildAuthSite({
        brand: createBrand('wp'),
        plugins: [wordpressLogin],
        site: {
          home: 'http://wp.example',
          wordpress: wordPressFacts(folder, { writes, constants: { WP_ENVIRONMENT_TYPE: type } }),
        },
      });

    before(async () => {
      site = await build(true);
      readOnly = await build(false);
      for (const { users, generation } of [site, readOnly]) {
        await users.create({ login: 'theirs', email: 'theirs@example.org', passwordHash: userHash, roles: ['editor'] });
        const meta = generation.services.get('spec', ReservedMeta);
        await meta.set('user', 1, '_application_passwords', [application(secretHash)]);
      }
    });
    after(async () => {
      await site.generation.dispose();
      await readOnly.generation.dispose();
    });

    const hashOf = async (id: number) => {
      const { db } = site.generation.services.get('spec', Database);
      return (await db.selectFrom('users').select('user_pass').where('ID', '=', id).executeTakeFirstOrThrow())
        .user_pass;
    };
    const metaOf = async (of: AuthSite, id: number, key: string) =>
      (await of.generation.services.get('spec', ReservedMeta).get('user', id, key))[0] as Record<string, unknown>;
    const logIn = async (form: object = {}) => {
      const browser = site.browser({ host: 'wp.example' });
      const answer = await browser.page('POST', '/wp-login.php', {
        form: { log: 'theirs', pwd: 'correct horse', ...form },
        headers: { 'User-Agent': 'spec' },
      });
      return { browser, answer };
    };

    it('takes the hash of a password that PHP wrote, and leaves it as it is', async () => {
      const { answer } = await logIn();
      expect(answer.status).to.equal(302);
      expect(await hashOf(1)).to.equal(userHash);
    });

    it('begins a session with the cookies that PHP looks for, on the pages that it looks for them', async () => {
      const { browser, answer } = await logIn();
      expect(Object.keys(answer.setCookies)).to.eql([`wordpress_logged_in_${HASH}`, `wordpress_${HASH}`]);
      expect(answer.setCookies[`wordpress_logged_in_${HASH}`]).to.include({ path: '/', httpOnly: true });
      expect(answer.setCookies[`wordpress_${HASH}`]).to.include({ path: '/wp-admin', httpOnly: true });
      const [login, expiration, token = ''] = decodeURIComponent(
        browser.cookies.get(`wordpress_logged_in_${HASH}`)!,
      ).split('|');
      expect([login, Number(expiration)]).to.eql(['theirs', site.clock.now / 1000 + 2 * 86_400]);
      const sessions = await metaOf(site, 1, 'session_tokens');
      const verifier = createHash('sha256').update(token).digest('hex');
      expect(sessions[verifier]).to.eql({
        expiration: Number(expiration),
        ip: '127.0.0.1',
        ua: 'spec',
        login: site.clock.now / 1000,
      });
      const secure = site.browser({ secure: true, host: 'wp.example' });
      const { setCookies } = await secure.page('POST', '/wp-login.php', {
        form: { log: 'theirs', pwd: 'correct horse' },
      });
      expect(Object.keys(setCookies)).to.include(`wordpress_sec_${HASH}`);
    });

    it('identifies by that cookie and a nonce of ten digits, and by no session that has ended', async () => {
      const { browser } = await logIn();
      const nonce = (await browser.page('GET', '/wp-admin/admin-ajax.php?action=rest-nonce')).text;
      expect(nonce).to.match(/^[0-9a-f]{10}$/);
      const me = async () => (await browser.rest('GET', '/spec/v1/me', { headers: { 'X-WP-Nonce': nonce } })).json;
      expect(await me()).to.eql({ id: 1 });
      const own = browser.cookies.get(`wordpress_logged_in_${HASH}`)!;
      // As PHP ends a session: its token is gone.
      await site.generation.services.get('spec', ReservedMeta).delete('user', 1, 'session_tokens');
      expect((await me()).code ?? (await me()).id).to.be.oneOf([0, 'rest_cookie_invalid_nonce']);
      expect(await site.sessions.verify(own)).to.equal('bad_session_token');
    });

    it('ends a session for PHP too, and has the browser forget all of its cookies', async () => {
      const { browser } = await logIn();
      const page = await browser.page('GET', '/logout');
      const [, nonce = ''] = /name="_wpnonce" type="hidden" value="(\w+)"/.exec(page.text) ?? [];
      const { setCookies } = await browser.page('POST', '/logout', { form: { _wpnonce: nonce, everywhere: '1' } });
      expect(Object.keys(setCookies)).to.have.members([
        `wordpress_logged_in_${HASH}`,
        `wordpress_${HASH}`,
        `wordpress_sec_${HASH}`,
      ]);
      expect(await metaOf(site, 1, 'session_tokens')).to.equal(undefined);
    });

    it('takes sessions in the form of early releases, and keeps what others note of one', async () => {
      const meta = site.generation.services.get('spec', ReservedMeta);
      const end = site.clock.now / 1000 + 60;
      await meta.set('user', 1, 'session_tokens', { early: end, other: { expiration: end, country: 'x' } });
      await site.sessions.create(1, { remember: false }, { ip: '', userAgent: '' });
      expect(await metaOf(site, 1, 'session_tokens')).to.deep.include({ other: { expiration: end, country: 'x' } });
      expect((await site.sessions.list(1)).map(({ expires }) => expires)).to.include(end);
      await site.sessions.destroyAll(1);
    });

    it('writes the hash of a new password as PHP reads it', async () => {
      const { id } = await site.users.create({ login: 'new', email: 'new@example.org', password: 'battery staple' });
      expect(await hashOf(id)).to.match(newPassword);
      expect(await site.users.authenticate('new', ' battery staple ')).to.include({ id });
      expect(await hashOf(id)).to.match(newPassword);
    });

    it('takes an application password that PHP made, notes its use, and leaves its hash as it is', async () => {
      const me = () => site.browser().rest('GET', '/spec/v1/me', { headers: basic('theirs', GENERIC.secret) });
      for (let time = 0; time < 3; time++) expect((await me()).json).to.eql({ id: 1 });
      expect(await metaOf(site, 1, '_application_passwords')).to.eql([
        { ...application(secretHash), last_used: site.clock.now / 1000, last_ip: '127.0.0.1' },
      ]);
    });

    it('notes no use where nothing may be written', async () => {
      const headers = basic('theirs', GENERIC.secret);
      expect((await readOnly.browser().rest('GET', '/spec/v1/me', { headers })).json).to.eql({ id: 1 });
      expect(await metaOf(readOnly, 1, '_application_passwords')).to.eql([application(secretHash)]);
    });

    it('takes none over a connection without TLS, unless WordPress says that it is a site of this machine', async () => {
      const open = await build(false, 'production');
      const headers = basic('theirs', GENERIC.secret);
      const { json } = await open.browser({ host: 'localhost' }).rest('GET', '/spec/v1/me', { headers });
      expect(json.code).to.equal('application_passwords_disabled');
      await open.generation.dispose();
    });

    it('makes an application password that PHP takes, with no end and no scope, which PHP does not know', async () => {
      const { id } = await site.addUser('maker', 'administrator');
      const browser = site.browser();
      const session = await site.sessions.create(id, { remember: false }, { ip: '', userAgent: '' });
      browser.cookies.set(site.sessions.cookieName, session.cookie);
      const nonce = site.nonces.create('wp_rest', { userId: id, sessionToken: session.token });
      const make = (query: object) =>
        browser.rest('POST', '/wp/v2/users/me/application-passwords', { query, headers: { 'X-WP-Nonce': nonce } });
      const { status, json } = await make({ name: 'ours' });
      expect(status).to.equal(201);
      const [item] = (await metaOf(site, id, '_application_passwords')) as unknown as [Record<string, unknown>];
      expect(Object.keys(item)).to.eql(['uuid', 'app_id', 'name', 'password', 'created', 'last_used', 'last_ip']);
      expect(item.password).to.match(newSecret);
      expect(site.generation.services.get('spec', ReservedOptions).get('using_application_passwords')).to.equal('1');
      const me = await site.browser().rest('GET', '/spec/v1/me', { headers: basic('maker', json.password) });
      expect(me.json).to.eql({ id });
      for (const query of [
        { name: 'other', scope: 'read' },
        { name: 'other', expires: '2030-01-01T00:00:00Z' },
      ]) {
        const refused = await make(query);
        expect([refused.status, refused.json.code]).to.eql([400, 'application_password_unsupported']);
      }
    });

    it('signs instances of widgets as PHP does, and all else by keys of its own', () => {
      const keys = site.generation.services.get('spec', AuthKeys);
      const signature = createHmac('md5', KEYS.auth_key + KEYS.auth_salt)
        .update('a:0:{}')
        .digest('hex');
      expect(keys.sign('widget', 'a:0:{}')).to.equal(signature);
      expect(keys.verify('widget', 'a:0:{}', signature)).to.equal(true);
      for (const wrong of [signature.slice(-20), '', `${signature}0`])
        expect(keys.verify('widget', 'a:0:{}', wrong)).to.equal(false);
      const own = keys.sign('other', 'a:0:{}');
      expect(own).to.match(/^[0-9a-f]{64}$/);
      expect([keys.verify('other', 'a:0:{}', own), keys.verify('other', 'x', own)]).to.eql([true, false]);
      expect(readOnly.generation.services.get('spec', AuthKeys).sign('other', 'a:0:{}')).to.equal(own);
    });

    it('names the page of PHP that makes application passwords', async () => {
      const { json } = await site.browser().rest('GET', '/');
      expect(json.authentication['application-passwords'].endpoints.authorization).to.match(
        /\/wp-admin\/authorize-application\.php$/,
      );
    });

    it('keeps signing keys of its own nowhere', () => {
      const options = site.generation.services.get('spec', ReservedOptions);
      expect(options.names().filter((name) => /auth_key|salt|_key$/.test(name))).to.eql([]);
    });
  });
}

describe('a WordPress whose configuration has no secrets', () => {
  const folder = versionFolder('6.1.9');
  const build = (writes: boolean) =>
    buildAuthSite({
      plugins: [wordpressLogin],
      site: { wordpress: wordPressFacts(folder, { writes, keys: {} }) },
    });

  it('gets them in its options, as it makes them itself, where something may be written', async () => {
    const site = await build(true);
    const { db } = site.generation.services.get('spec', Database);
    const rows = await db.selectFrom('options').selectAll().where('option_name', 'like', '%_salt').execute();
    expect(rows.map(({ option_name }) => option_name).sort()).to.eql([
      'auth_salt',
      'logged_in_salt',
      'nonce_salt',
      'secure_auth_salt',
    ]);
    for (const { option_value, autoload } of rows) {
      expect(option_value).to.have.lengthOf(64);
      expect(autoload).to.equal('no');
    }
    await site.generation.dispose();
  });

  it('gets none where nothing may be written', async () => {
    const site = await build(false);
    const { db } = site.generation.services.get('spec', Database);
    const rows = await db.selectFrom('options').selectAll().where('option_name', 'like', '%_salt').execute();
    expect(rows).to.eql([]);
    await site.generation.dispose();
  });
});
