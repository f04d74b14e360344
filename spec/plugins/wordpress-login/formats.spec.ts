import { expect } from 'chai';
import { fitsGenericHash, genericHash } from '../../../plugins/application-passwords/generic.ts';
import type { Options } from '../../../plugins/options/index.ts';
import { decoyHash, hashPassword, kindOf, verifyPassword } from '../../../plugins/passwords/verify.ts';
import { Addresses } from '../../../plugins/wordpress-login/addresses.ts';
import { WordPressNonceFormat } from '../../../plugins/wordpress-login/nonce-format.ts';
import { Salts, type Scheme } from '../../../plugins/wordpress-login/salts.ts';
import { WordPressSessionFormat } from '../../../plugins/wordpress-login/session-format.ts';
import { isSince, wordPressVersion } from '../../../plugins/wordpress-login/version.ts';
import { readFixture } from '../../support/fixtures.ts';
import { askWordPress, describeWithPhp } from '../../support/wordpress/php-formats.ts';
import { KEYS, versionFolder, wordPressFacts } from '../../support/wordpress/wordpress-facts.ts';

interface RecordedCookie {
  readonly since?: string;
  readonly login: string;
  readonly hash: string;
  readonly expiration: number;
  readonly token: string;
  readonly scheme: Scheme;
  readonly cookie: string;
}

const constants = (keys: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(keys).map(([name, value]) => [name.toUpperCase(), value]));

/** The options of a site, of which these are there. */
const optionsOf = (stored: Readonly<Record<string, string>>) =>
  ({ get: (name: string, fallback = '') => stored[name] ?? fallback }) as unknown as Options;

const NONE = optionsOf({});

describe('the formats that are shared with WordPress', () => {
  const recorded = readFixture('wordpress/login.json');
  const facts = wordPressFacts('/nowhere');
  const salts = new Salts(facts, NONE);
  const formatOf = (since?: string) =>
    new WordPressSessionFormat(salts, new Addresses(facts, NONE), since !== undefined);
  const cookieValue = ({ since, hash, scheme, ...content }: RecordedCookie) =>
    formatOf(since)
      .cookies(content, hash, scheme === 'secure_auth')
      .find(({ name }) => name === new Addresses(facts, NONE).cookieName(scheme))?.value;

  describe('of cookies', () => {
    for (const cookie of recorded.cookies as RecordedCookie[]) {
      it(`are as recorded: ${cookie.scheme} of ${cookie.login} with ${cookie.hash.slice(0, 7)} ${cookie.since ?? ''}`, () => {
        expect(decodeURIComponent(String(cookieValue(cookie)))).to.equal(cookie.cookie);
        if (cookie.scheme !== 'logged_in') return;
        const format = formatOf(cookie.since);
        for (const value of [cookie.cookie, encodeURIComponent(cookie.cookie).replaceAll('%20', '+')]) {
          const parts = format.read(value)!;
          expect(parts).to.include({ login: cookie.login, expiration: cookie.expiration, token: cookie.token });
          expect(format.isSigned(parts, cookie.hash)).to.equal(true);
          expect(format.isSigned({ ...parts, expiration: parts.expiration + 1 }, cookie.hash)).to.equal(false);
          expect(format.isSigned({ ...parts, login: 'other' }, cookie.hash)).to.equal(false);
          expect(format.isSigned({ ...parts, token: 'other' }, cookie.hash)).to.equal(false);
        }
      });
    }

    it('end with another password, of whichever kind its hash is', () => {
      const [{ cookie }] = recorded.cookies as [RecordedCookie];
      const parts = formatOf().read(cookie)!;
      for (const hash of ['$P$BuSSQjOoXXXfYx1Qiy3L/n5YVtp9x1', '$wp$2y$12$abc', '']) {
        expect(formatOf().isSigned(parts, hash)).to.equal(false);
      }
    });

    it('are null where they have another form', () => {
      const signature = 'a'.repeat(64);
      for (const value of ['', 'a|1|t', `a|1|t|${signature}|x`, `a|x|t|${signature}`, '%E0%A4', `|1|t|${signature}`]) {
        expect(formatOf().read(value), value).to.equal(null);
      }
    });

    it('have the names and the paths of the site, of its program and of its plugins', () => {
      const hash = 'c7e1ac54437bd4f22b9e84b13d8c3bd4';
      const away = wordPressFacts('/nowhere', {
        home: 'https://wp.example/blog',
        siteurl: 'https://wp.example/program/',
        cookies: { hash, domain: '.wp.example' },
      });
      const format = new WordPressSessionFormat(salts, new Addresses(away, NONE), false);
      const cookies = format.cookies({ login: 'a', expiration: 1, token: 't' }, '', true);
      expect(cookies.map(({ name, path, domain }) => [name, path, domain])).to.eql([
        [`wordpress_logged_in_${hash}`, '/blog/', '.wp.example'],
        [`wordpress_logged_in_${hash}`, '/program/', '.wp.example'],
        [`wordpress_sec_${hash}`, '/program/wp-content/plugins', '.wp.example'],
        [`wordpress_sec_${hash}`, '/program/wp-admin', '.wp.example'],
      ]);
      expect(format.ended().map(({ name, path }) => [name, path])).to.deep.include([
        `wordpress_${hash}`,
        '/program/wp-admin',
      ]);
    });

    it('are named by the address of the program, in the options where no constant says it', () => {
      const { home: _, siteurl: __, ...others } = facts;
      const addresses = new Addresses(others, optionsOf({ siteurl: 'http://wp.example', home: 'http://wp.example' }));
      // The MD5 digest of the address.
      expect(addresses.cookieName('logged_in')).to.equal(new Addresses(facts, NONE).cookieName('logged_in'));
      expect(addresses.cookieName('auth')).to.match(/^wordpress_[0-9a-f]{32}$/);
      expect(addresses.pagePaths).to.eql(['/']);
      const named = new Addresses(wordPressFacts('/', { constants: { LOGGED_IN_COOKIE: 'mine' } }), NONE);
      expect(named.cookieName('logged_in')).to.equal('mine');
    });
  });

  it('of nonces are as recorded', () => {
    const format = new WordPressNonceFormat(salts);
    for (const { tick, action, nonce, ...holder } of recorded.nonces) {
      expect(format.make(tick, action, holder)).to.equal(nonce);
      expect(format.fits(nonce, tick, action, holder)).to.equal(true);
      for (const wrong of [nonce.slice(1), `${nonce}0`, '', '0000000000']) {
        expect(format.fits(wrong, tick, action, holder), wrong).to.equal(false);
      }
      expect(format.fits(nonce, tick + 1, action, holder)).to.equal(false);
    }
  });

  it('of passwords are read, and written so that each is read', async () => {
    for (const { password, hash } of recorded.passwords) {
      expect(await verifyPassword(password, hash), hash).to.equal(true);
      expect(await verifyPassword(password.trim(), hash), hash).to.equal(true);
      expect(await verifyPassword(`${password}x`, hash), hash).to.equal(false);
    }
    for (const [format, form] of [
      ['phpass', /^\$P\$B[./0-9A-Za-z]{30}$/],
      ['bcrypt', /^\$wp\$2y\$12\$[./0-9A-Za-z]{53}$/],
    ] as const) {
      const hash = await hashPassword(' pässwörd ', 10, format);
      expect(hash).to.match(form);
      expect(await verifyPassword('pässwörd', hash)).to.equal(true);
      expect(await verifyPassword('passwörd', hash)).to.equal(false);
      const decoy = decoyHash(10, format);
      expect(decoy).to.match(form);
      expect(kindOf(decoy)).to.equal(kindOf(hash));
      expect(await verifyPassword('', decoy)).to.equal(false);
    }
  });

  it('of random secrets are as recorded from 6.8 on', async () => {
    for (const { secret, hash } of recorded.secrets) {
      expect(await genericHash(secret)).to.equal(hash);
      expect(await fitsGenericHash(secret, hash)).to.equal(true);
      expect(await fitsGenericHash(`${secret}x`, hash)).to.equal(false);
      expect(await fitsGenericHash(secret, hash.slice(0, -1))).to.equal(false);
    }
  });

  describe('of secrets', () => {
    it('take from the options what the configuration lacks', () => {
      const { logged_in_key: _, nonce_key: __, nonce_salt: ___, ...keys } = KEYS;
      const stored = { logged_in_key: 'from the options', nonce_key: 'nk', nonce_salt: 'ns' };
      const partly = new Salts({ ...facts, keys }, optionsOf(stored));
      for (const [scheme, secret] of Object.entries(recorded.salts))
        expect(partly.of(scheme as Scheme)).to.equal(secret);
    });

    it('are none where nobody has made them: nothing holds then, not even with an empty one', () => {
      const none = new Salts({ ...facts, keys: {} }, NONE);
      expect(none.of('nonce')).to.have.lengthOf.above(40);
      expect(none.of('nonce')).not.to.equal(new Salts({ ...facts, keys: {} }, NONE).of('nonce'));
    });

    it('are none where PHP computes them, whatever stands in the options', () => {
      const { nonce_key: _, ...keys } = KEYS;
      const unknown = ['NONCE_KEY is computed by PHP; say what it is'];
      const computed = new Salts({ ...facts, keys, unknown }, optionsOf({ nonce_key: 'old' }));
      expect(computed.of('nonce')).not.to.include('old');
      expect(computed.of('logged_in')).to.equal(KEYS.logged_in_key + KEYS.logged_in_salt);
    });
  });

  it('follow the version, which is read as text', () => {
    expect(wordPressVersion(versionFolder('6.8.1'))).to.equal('6.8.1');
    expect(() => wordPressVersion('/nowhere')).to.throw(/version\.php cannot be read/);
    for (const [version, since] of [
      ['6.8', true],
      ['6.8.1', true],
      ['6.10', true],
      ['7.0', true],
      ['6.7.9', false],
      ['6.1.9', false],
      ['5.9', false],
    ] as const) {
      expect(isSince(version, '6.8'), version).to.equal(since);
    }
  });

  describeWithPhp('with the WordPress that is installed', () => {
    const users = [{ ID: 4, user_login: 'zoë', user_pass: '' }];
    const content = { login: 'zoë', expiration: Math.floor(Date.now() / 1000) + 3600, token: 'from-Tappet_1' };

    it('are taken there when they are made here, and here when they are made there', async () => {
      const version: string = askWordPress({ version: ['version'] }).version;
      const since = isSince(version, '6.8') ? '6.8' : undefined;
      const hash = await hashPassword('correct horse', 10, since === undefined ? 'phpass' : 'bcrypt');
      const secret = 'abcdEFGH1234ijklMNOP5678';
      const given = [{ ...users[0]!, user_pass: hash }];
      const cookieOf = (scheme: Scheme) =>
        decodeURIComponent(String(cookieValue({ ...content, hash, scheme, cookie: '', ...(since && { since }) })));
      const session = { expiration: content.expiration, ip: '192.0.2.1', ua: 'spec', login: 1 };
      const nonces = new WordPressNonceFormat(salts);
      const holder = { userId: 4, sessionToken: content.token };
      const answers = askWordPress(
        {
          session: ['session', 4, content.token, session],
          loggedIn: ['userof', cookieOf('logged_in'), 'logged_in'],
          auth: ['userof', cookieOf('auth'), 'auth'],
          wrongScheme: ['userof', cookieOf('auth'), 'logged_in'],
          theirs: ['cookie', 4, content.expiration, 'logged_in', 'of-theirs'],
          fits: ['fits', 'correct horse', hash],
          fitsNot: ['fits', 'wrong horse', hash],
          hash: ['hash', ' pässwörd '],
          nonce: ['nonce', 40_000, 'wp_rest', 4, content.token],
          verified: ['verifynonce', 40_000, nonces.make(40_000, 'wp_rest', holder), 'wp_rest', 4, content.token],
          before: ['verifynonce', 40_001, nonces.make(40_000, 'wp_rest', holder), 'wp_rest', 4, content.token],
          fast: ['fasthash', secret],
        },
        { constants: constants(KEYS), users: given },
      );
      expect(answers).to.include({ loggedIn: 4, auth: 4, wrongScheme: false, fits: true, fitsNot: false });
      expect(answers).to.include({ verified: 1, before: 2, nonce: nonces.make(40_000, 'wp_rest', holder) });
      const format = formatOf(since);
      expect(format.isSigned(format.read(answers.theirs)!, hash)).to.equal(true);
      expect(await verifyPassword('pässwörd', answers.hash)).to.equal(true);
      if (since !== undefined) expect(answers.fast).to.equal(await genericHash(secret));
    });
  });
});
