import { expect } from 'chai';
import { ReservedMeta } from '../../../plugins/meta/index.ts';
import { basicOf } from '../../support/basic.ts';
import { runCommand } from '../../support/run-command.ts';
import { buildTwoFactorSite, type TwoFactorSite } from './two-factor-site.ts';

const DAY = 86_400_000;

describe('signing in with a second factor', () => {
  let site: TwoFactorSite;
  let secret: string;
  let codes: string[];

  before(async () => {
    site = await buildTwoFactorSite();
    await site.addUser('alice');
    await site.addUser('bob');
    ({ secret, codes } = await site.enable(await site.signIn(site.browser(), 'alice')));
  });
  after(() => site.generation.dispose());
  beforeEach(() => {
    // Codes that the specs before have used, and their failures, are past.
    site.clock.now += DAY;
  });

  it('takes the password and a code', async () => {
    const browser = site.browser();
    const page = await site.givePassword(browser, 'alice');
    expect([page.status, site.isSignedIn(browser)]).to.eql([200, false]);
    expect(page.text).to.include('name="otp"').and.include('autocomplete="one-time-code"');
    const { status } = await site.giveCode(browser, page, site.code(secret));
    expect([status, site.isSignedIn(browser)]).to.eql([302, true]);
  });

  it('takes the password alone of users who have none', async () => {
    expect((await site.givePassword(site.browser(), 'bob')).status).to.equal(302);
  });

  it('goes round the code at no address, by no form and in no order', async () => {
    const browser = site.browser();
    const form = { log: 'alice', pwd: 'password of alice', otp: site.code(secret), rememberme: 'forever' };
    for (const path of ['/login', '/cms-login.php', '/login?redirect_to=/two-factor', '/cms-login.php?action=login']) {
      await browser.page('POST', path, { form });
      await browser.page('POST', path, { form: { ...form, login_token: '' } });
      await browser.page('POST', path, { form: { ...form, login_token: 'x' } });
    }
    expect(site.isSignedIn(browser)).to.equal(false);
    const { json } = await browser.rest('GET', '/cms/v2/users/me');
    expect(json.code).to.equal('rest_not_logged_in');
    // The password is no credential of the interface, with or without a code.
    for (const password of ['password of alice', `password of alice${site.code(secret)}`]) {
      const headers = { Authorization: `Basic ${Buffer.from(`alice:${password}`).toString('base64')}` };
      expect((await browser.rest('GET', '/cms/v2/users/me', { headers })).status).to.equal(401);
    }
    expect((await browser.page('GET', '/two-factor')).status).to.equal(302);
    expect((await browser.page('GET', '/authorize-application')).status).to.equal(302);
  });

  it('takes a code of the step before or after, and of none further off', async () => {
    for (const steps of [-2, 2]) {
      const browser = site.browser();
      const page = await site.givePassword(browser, 'alice');
      expect((await site.giveCode(browser, page, site.code(secret, steps))).text).to.include('role="alert"');
      expect(site.isSignedIn(browser)).to.equal(false);
    }
    for (const steps of [-1, 1]) {
      const browser = site.browser();
      const page = await site.givePassword(browser, 'alice');
      const { status } = await site.giveCode(browser, page, ` ${site.code(secret, steps).replace(/.../, '$& ')}`);
      expect(status, String(steps)).to.equal(302);
    }
  });

  it('takes no code twice, nor one before it', async () => {
    const [one, other] = [site.browser(), site.browser()];
    const otp = site.code(secret);
    await site.giveCode(one, await site.givePassword(one, 'alice'), otp);
    const page = await site.givePassword(other, 'alice');
    for (const used of [otp, site.code(secret, -1)]) {
      expect((await site.giveCode(other, page, used)).status).to.equal(200);
    }
    expect([site.isSignedIn(one), site.isSignedIn(other)]).to.eql([true, false]);
    expect((await site.giveCode(other, page, site.code(secret, 1))).status).to.equal(302);
  });

  it('lets one of two requests in that come with one code at once', async () => {
    const browsers = [site.browser(), site.browser(), site.browser()];
    const pages = await Promise.all(browsers.map((browser) => site.givePassword(browser, 'alice')));
    for (const otp of [site.code(secret), codes.pop()!]) {
      for (const browser of browsers) browser.cookies.clear();
      const answers = await Promise.all(browsers.map((browser, index) => site.giveCode(browser, pages[index]!, otp)));
      expect(answers.filter(({ status }) => status === 302)).to.have.lengthOf(1);
      expect(browsers.filter(site.isSignedIn)).to.have.lengthOf(1);
      for (const [index, browser] of browsers.entries()) pages[index] = await site.givePassword(browser, 'alice');
    }
  });

  it('takes each recovery code once, until none is left', async () => {
    for (const left of [...codes]) {
      const browser = site.browser();
      const page = await site.givePassword(browser, 'alice');
      expect((await site.giveCode(browser, page, left)).status).to.equal(302);
      const again = await site.givePassword(site.browser(), 'alice');
      expect((await site.giveCode(site.browser(), again, left)).status).to.equal(200);
      site.clock.now += DAY;
    }
    const [row] = JSON.parse(
      (await runCommand(site.generation, 'user two-factor status', { user: 'alice' }, { format: 'json' })).join(''),
    );
    expect(row).to.include({ enabled: true, recovery_codes_left: 0 });
    const browser = site.browser();
    const page = await site.givePassword(browser, 'alice');
    expect((await site.giveCode(browser, page, site.code(secret))).status).to.equal(302);
  });

  it('stops guesses, but not for an owner who has a session', async () => {
    const owner = site.browser({ ip: '192.0.2.7' });
    await site.giveCode(owner, await site.givePassword(owner, 'alice'), site.code(secret, -1));
    const thief = site.browser({ ip: '10.0.0.1' });
    const page = await site.givePassword(thief, 'alice');
    const guesses = await Promise.all(Array.from({ length: 12 }, () => site.giveCode(thief, page, 'wrong!')));
    expect(guesses.filter(({ status }) => status === 429)).to.have.lengthOf(2);
    expect((await site.giveCode(thief, page, site.code(secret))).status).to.equal(429);
    expect((await site.giveCode(owner, await site.givePassword(owner, 'alice'), site.code(secret))).status).to.equal(
      302,
    );
  });

  it('leaves application passwords as they are', async () => {
    const headers = await basicOf(site.generation, 'alice');
    expect((await site.browser().rest('GET', '/spec/v1/me', { headers })).status).to.equal(200);
  });

  it('is disabled by a command, for who has lost it', async () => {
    const disable = async () =>
      (await runCommand(site.generation, 'user two-factor disable', { user: 'alice' })).join('');
    expect(await disable()).to.equal('Success: Disabled the second factor of alice.');
    expect(await disable()).to.equal('Success: alice has no second factor.');
    expect((await site.givePassword(site.browser(), 'alice')).status).to.equal(302);
  });

  it('writes neither secrets nor codes to the log', () => {
    expect(site.logged.join('\n'))
      .not.to.include(secret)
      .and.not.match(/\b\d{6}\b|(?:[a-z2-7]{4}-){3}/);
  });
});

describe('a second factor that the site requires', () => {
  let site: TwoFactorSite;

  before(async () => {
    site = await buildTwoFactorSite({ requiredRoles: ['editor'], applicationPasswords: false, issuer: 'Us: here' });
    await site.addUser('erin', 'editor');
    await site.addUser('alice');
  });
  after(() => site.generation.dispose());

  const secretIn = (text: string) => /secret=([A-Z2-7]+)/.exec(text)![1]!;

  it('is set up at the login of users of the role, who have no session before', async () => {
    const browser = site.browser();
    const page = await site.givePassword(browser, 'erin', { redirect_to: '/x' });
    expect(page.text).to.include('otpauth://totp/Us%20%20here:erin?secret=').and.include('<svg');
    expect(page.text).not.to.match(/<script|style=/);
    const secret = secretIn(page.text);
    const wrong = await site.giveCode(browser, page, '000000');
    expect([secretIn(wrong.text), site.isSignedIn(browser)]).to.eql([secret, false]);
    expect(secretIn((await site.givePassword(site.browser(), 'erin')).text)).to.equal(secret);
    const done = await site.giveCode(browser, wrong, site.code(secret, -1), { redirect_to: '/x' });
    expect([done.status, site.isSignedIn(browser)]).to.eql([200, true]);
    expect(done.text.match(/(?:[a-z2-7]{4}-){3}[a-z2-7]{4}/g)).to.have.lengthOf(10);
    expect(done.text).to.include('href="http://localhost/x"').and.not.include(secret);
    const again = site.browser();
    const next = await site.givePassword(again, 'erin');
    expect(next.text).to.include('name="otp"').and.not.include('otpauth:');
    expect((await site.giveCode(again, next, site.code(secret))).status).to.equal(302);
  });

  it('is not asked of others', async () => {
    expect((await site.givePassword(site.browser(), 'alice')).status).to.equal(302);
  });

  it('keeps those who have it from application passwords, where the option says so', async () => {
    const basic = async (login: string) => {
      const headers = await basicOf(site.generation, login);
      return (await site.browser().rest('GET', '/spec/v1/me', { headers })).status;
    };
    expect([await basic('erin'), await basic('alice')]).to.eql([401, 200]);
  });

  it('stores no recovery code, and what it stores is nobody’s metadata', async () => {
    const erin = (await site.users.byLogin('erin'))!;
    expect([...erin.meta.keys()]).not.to.include('_two_factor');
    const [stored] = await site.generation.services.get('spec', ReservedMeta).get('user', erin.id, '_two_factor');
    expect(stored).to.have.all.keys('secret', 'last', 'recovery');
    expect(JSON.stringify(stored)).not.to.match(/(?:[a-z2-7]{4}-){3}/);
  });
});
