import { expect } from 'chai';
import type { PluginDefinition } from '../../../core/index.ts';
import { definePlugin } from '../../../core/index.ts';
import mail, { type Mail } from '../../../plugins/mail/index.ts';
import passwordPolicy from '../../../plugins/password-policy/index.ts';
import passwordReset from '../../../plugins/password-reset/index.ts';
import { until } from '../../support/until.ts';
import { buildTwoFactorSite, type TwoFactorSite } from './two-factor-site.ts';

describe('a password that is set by a link in a mail', () => {
  const mails: Mail[] = [];
  let site: TwoFactorSite;

  before(async () => {
    const reader = definePlugin({
      name: 'reader',
      version: '1.0.0',
      description: 'Reads mails.',
      requires: { mail: '^0.1.0' },
      setup: ({ hooks }) => hooks.filter('cms_mail').tap('reader', (one) => void mails.push(one)),
    });
    const plugins = [mail, passwordReset, passwordPolicy, reader] as PluginDefinition[];
    site = await buildTwoFactorSite({}, { plugins, pluginOptions: { 'password-policy': { minLength: 12 } } });
  });
  after(() => site.generation.dispose());

  it('meets the policy, and signs nobody in round the second factor', async () => {
    await site.addUser('alice');
    const { secret } = await site.enable(await site.signIn(site.browser(), 'alice'));
    const browser = site.browser();
    await browser.page('POST', '/lost-password', { form: { user_login: 'alice' } });
    const keyOf = () =>
      /reset-password\?key=(\S+)/.exec(mails.find(({ to }) => to === 'alice@example.org')?.text ?? '')?.[1];
    await until(() => keyOf() !== undefined);
    const reset = (pass: string) =>
      browser.page('POST', '/reset-password', {
        form: { key: decodeURIComponent(keyOf()!), pass1: pass, pass2: pass },
      });
    const short = await reset('eleven char');
    expect([short.status, short.text.includes('at least 12 characters')]).to.eql([400, true]);
    expect((await reset('twelve chars')).status).to.equal(200);
    expect(site.isSignedIn(browser)).to.equal(false);
    const page = await browser.page('POST', '/login', { form: { log: 'alice', pwd: 'twelve chars' } });
    expect([page.text.includes('name="otp"'), site.isSignedIn(browser)]).to.eql([true, false]);
    expect((await site.giveCode(browser, page, site.code(secret))).status).to.equal(302);
  });
});
