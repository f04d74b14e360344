import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { hashSecret } from '../../../plugins/application-passwords/secret.ts';
import { Database } from '../../../plugins/database/index.ts';
import { ReservedMeta } from '../../../plugins/meta/index.ts';
import type { User } from '../../../plugins/users/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

const DAY = 24 * 3600 * 1000;
const basic = (login: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

interface Made {
  readonly uuid: string;
  readonly password: string;
}

describe('HTTP Basic with application passwords', () => {
  let site: AuthSite;
  let alice: User;
  let browser: Browser;

  before(async () => {
    site = await buildAuthSite();
    alice = await site.addUser('alice');
    browser = site.browser();
  });
  after(() => site.generation.dispose());

  /** Makes an application password through the interface, as its user with a cookie. */
  const make = async (name: string, more: object = {}): Promise<Made> => {
    const { status, json } = await tryToMake(name, more);
    expect(status, JSON.stringify(json)).to.equal(201);
    return json as Made;
  };
  const tryToMake = async (name: string, more: object) => {
    const mine = site.browser();
    await mine.page('POST', '/login', { form: { log: 'alice', pwd: 'password of alice' } });
    const nonce = (await mine.page('GET', '/nonce')).text;
    const sent = { headers: { 'X-CMS-Nonce': nonce }, form: { name, ...more } };
    return mine.rest('POST', '/cms/v2/users/me/application-passwords', sent);
  };
  const ask = (login: string, password: string, of = browser) =>
    of.rest('GET', '/spec/v1/me', { headers: basic(login, password) });
  const stored = async (): Promise<Record<string, unknown>[]> => {
    const [value] = await site.generation.services
      .get('spec', ReservedMeta)
      .get('user', alice.id, '_application_passwords');
    return value as Record<string, unknown>[];
  };

  it('identifies by login or e-mail address, with and without blanks', async () => {
    const { password } = await make('identify');
    for (const login of ['alice', 'alice@example.org']) {
      for (const spelled of [password, password.replaceAll(' ', '')]) {
        const { status, json } = await ask(login, spelled);
        expect([status, json]).to.eql([200, { id: alice.id }]);
      }
    }
  });

  it('refuses on a public route with 401 incorrect_password, whether the login exists or not, each time', async () => {
    const bodies = new Set<string>();
    const { password } = await make('refuse');
    const wrong: [string, string][] = [
      ['alice', 'wrong'],
      ['alice', 'wrong'],
      ['nobody', 'wrong'],
      ['nobody@example.org', 'wrong'],
      ['nobody', password],
      ['alice', ''],
      ['', ''],
      ['alice', 'password of alice'],
    ];
    for (const [login, given] of wrong) {
      const { status, json } = await ask(login, given);
      expect(status, login).to.equal(401);
      bodies.add(JSON.stringify(json));
    }
    expect([...bodies]).to.have.length(1);
    expect(JSON.parse([...bodies][0]!)).to.include({ code: 'incorrect_password' });
  });

  it('refuses a Basic header that cannot be read, and leaves other schemes alone', async () => {
    expect((await browser.rest('GET', '/spec/v1/me', { headers: { Authorization: 'Basic !!!' } })).status).to.equal(
      401,
    );
    const other = await browser.rest('GET', '/spec/v1/me', { headers: { Authorization: 'Bearer abc' } });
    expect([other.status, other.json]).to.eql([200, { id: 0 }]);
  });

  it('looks at no nonce', async () => {
    const { password } = await make('no nonce');
    const headers = { ...basic('alice', password), 'X-CMS-Nonce': 'nonsense' };
    const answer = await browser.rest('GET', '/spec/v1/me', { headers });
    expect(answer.json).to.eql({ id: alice.id });
    expect(answer.headers).not.to.have.property('X-CMS-Nonce');
  });

  it('does the same work for a login that exists and one that does not', async () => {
    const { statements } = site.generation.services.get('spec', Database);
    const statementsOf = async (login: string) => {
      const before = statements.count;
      await ask(login, 'wrong');
      return statements.count - before;
    };
    expect(await statementsOf('alice')).to.equal(await statementsOf('nobody'));
  });

  it('records use and address at most once a day', async () => {
    const { uuid, password } = await make('use');
    const use = async () => {
      await ask('alice', password);
      const { last_used, last_ip } = (await stored()).find((item) => item.uuid === uuid)!;
      return [last_used, last_ip];
    };
    const first = site.clock.now / 1000;
    expect(await use()).to.eql([first, '127.0.0.1']);
    site.clock.now += DAY - 1000;
    expect(await use()).to.eql([first, '127.0.0.1']);
    site.clock.now += 1000;
    expect(await use()).to.eql([first + 86_400, '127.0.0.1']);
  });

  it('is refused over plain HTTP to a host that is not local, before the password is looked at', async () => {
    const { password } = await make('plain');
    const remote = site.browser({ host: 'example.org' });
    for (const given of [password, 'wrong']) {
      const { status, json } = await ask('alice', given, remote);
      expect([status, json.code]).to.eql([501, 'application_passwords_disabled']);
    }
    expect((await remote.rest('GET', '/spec/v1/me')).json).to.eql({ id: 0 });
    expect((await ask('alice', password, site.browser({ host: 'example.org', secure: true }))).status).to.equal(200);
    expect((await remote.rest('GET', '/')).json.authentication).to.eql([]);
  });

  it('is taken anywhere with the option allowInsecure', async () => {
    const lax = await buildAuthSite({ pluginOptions: { 'application-passwords': { allowInsecure: true } } });
    await lax.addUser('alice');
    const { status } = await ask('alice', 'wrong', lax.browser({ host: 'example.org' }));
    expect(status).to.equal(401);
    await lax.generation.dispose();
  });

  it('is named in the index, with the page that makes application passwords', async () => {
    expect((await browser.rest('GET', '/')).json.authentication).to.eql({
      'application-passwords': { endpoints: { authorization: 'http://localhost/authorize-application' } },
    });
  });

  it('ends at once when the application password is revoked', async () => {
    const { uuid, password } = await make('revoke');
    expect((await ask('alice', password)).status).to.equal(200);
    const path = `/cms/v2/users/me/application-passwords/${uuid}`;
    expect((await browser.rest('DELETE', path, { headers: basic('alice', password) })).status).to.equal(200);
    expect((await ask('alice', password)).status).to.equal(401);
  });

  it('takes a phpass hash that another system left, and puts a hash of ours in its place', async () => {
    const secret = 'abcdEFGH1234ijklMNOP5678';
    const item = {
      uuid: '11111111-2222-4333-8444-555555555555',
      app_id: '',
      name: 'old',
      password: phpass(secret),
      created: 1,
      last_used: null,
      last_ip: null,
    };
    const meta = site.generation.services.get('spec', ReservedMeta);
    const dora = await site.addUser('dora');
    await meta.set('user', dora.id, '_application_passwords', [item]);
    expect((await ask('dora', 'abcd EFGH 1234 ijkl MNOP 5678')).json).to.eql({ id: dora.id });
    const [[after]] = (await meta.get('user', dora.id, '_application_passwords')) as [[{ password: string }]];
    expect(after.password).to.match(/^\$sha256\$/);
    expect((await ask('dora', secret)).status).to.equal(200);
    expect((await ask('dora', `${secret}x`)).status).to.equal(401);
  });

  it('counts attempts at the hashes of another system, which never hold up a password hashed here', async () => {
    const erin = await site.addUser('erin');
    const item = { app_id: '', created: 1, last_used: null, last_ip: null };
    await site.generation.services.get('spec', ReservedMeta).set('user', erin.id, '_application_passwords', [
      { ...item, uuid: '11111111-2222-4333-8444-555555555556', name: 'old', password: phpass('old') },
      { ...item, uuid: '11111111-2222-4333-8444-555555555557', name: 'new', password: hashSecret('new') },
    ]);
    for (let time = 0; time < 10; time++) expect((await ask('erin', `wrong${time}`)).status).to.equal(401);
    const { status, json, headers } = await ask('erin', 'old');
    expect([status, json.code]).to.eql([429, 'rest_too_many_attempts']);
    expect(headers).to.have.property('Retry-After');
    expect((await ask('erin', 'new')).status).to.equal(200);
  });

  it('ends an application password at the time that was asked for', async () => {
    const expires = new Date(site.clock.now + DAY).toISOString();
    const { password, ...made } = await make('for a day', { expires });
    expect(made).to.deep.include({ expires: expires.slice(0, 19) });
    expect((await ask('alice', password)).status).to.equal(200);
    site.clock.now += DAY;
    expect((await ask('alice', password)).status).to.equal(401);
    site.clock.now -= DAY;
  });

  it('takes no end that is over, and no scope that is not there', async () => {
    for (const given of [
      { expires: '2026-01-01T00:00:00Z' },
      { expires: 'soon' },
      { expires: ['2030-01-01'] },
      { scope: ['read'] },
      { scope: 'some' },
    ]) {
      const { status, json } = await tryToMake('refused', given);
      expect([status, json.code], JSON.stringify(given)).to.be.deep.oneOf([
        [400, 'application_password_expired'],
        [400, 'application_password_invalid_scope'],
      ]);
    }
  });

  it('takes one for reading with requests that read alone, whatever they call themselves', async () => {
    const { password, ...made } = await make('reader', { scope: 'read' });
    expect(made).to.include({ scope: 'read' });
    const headers = basic('alice', password);
    for (const method of ['GET', 'HEAD'])
      expect((await browser.rest(method, '/spec/v1/me', { headers })).status, method).to.equal(200);
    for (const [method, route] of [
      ['POST', '/spec/v1/me'],
      ['DELETE', '/spec/v1/me'],
      ['POST', '/cms/v2/users/me/application-passwords'],
      ['POST', '/batch/v1'],
    ]) {
      const { status, json } = await browser.rest(method!, route!, { headers, form: { name: 'more' } });
      expect([status, json.code], `${method} ${route}`).to.eql([403, 'application_password_scope']);
    }
  });

  it('stores no secret and logs none', async () => {
    const { password } = await make('secret');
    await ask('alice', password);
    const plain = password.replaceAll(' ', '');
    expect(JSON.stringify(await stored())).not.to.include(plain);
    expect(site.logged.join()).not.to.include(plain).and.not.include(password);
  });
});

/** A portable phpass hash of eight rounds squared, made as old systems do. */
function phpass(secret: string): string {
  const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const salt = 'saltsalt';
  let digest = createHash('md5')
    .update(salt + secret)
    .digest();
  for (let round = 2 ** 8; round > 0; round--) digest = createHash('md5').update(digest).update(secret).digest();
  let text = '';
  for (let start = 0; start < 16; start += 3) {
    const group = digest.subarray(start, start + 3);
    let bits = group.reduce((sum, byte, index) => sum | (byte << (8 * index)), 0);
    for (let count = 0; count <= group.length; count++, bits >>>= 6) text += alphabet.charAt(bits & 63);
  }
  return `$P$${alphabet.charAt(8)}${salt}${text}`;
}
