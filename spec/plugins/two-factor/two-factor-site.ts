import type { PluginDefinition } from '../../../core/index.ts';
import { fromBase32 } from '../../../plugins/two-factor/base32.ts';
import twoFactor from '../../../plugins/two-factor/index.ts';
import { codeOf } from '../../../plugins/two-factor/totp.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';
import type { Browser } from '../../support/browser.ts';

/** A site on which users may have a second factor. */
export interface TwoFactorSite extends AuthSite {
  /** The code that an app shows, so many steps of thirty seconds from now. */
  code(secret: string, steps?: number): string;
  /** Gives a password at the login page. */
  givePassword(browser: Browser, login: string, more?: object): ReturnType<Browser['page']>;
  /** Goes on with the form that the login page has sent. */
  giveCode(browser: Browser, page: { text: string }, otp: string, more?: object): ReturnType<Browser['page']>;
  /** Signs in; answers with a function that makes requests about users with a nonce. */
  signIn(browser: Browser, login: string, otp?: string): Promise<Send>;
  /** Sets a second factor up for somebody who is signed in. */
  enable(send: Send): Promise<{ secret: string; codes: string[] }>;
  isSignedIn(browser: Browser): boolean;
}

export type Send = (method: string, route: string, params?: object) => ReturnType<Browser['rest']>;

/** Builds such a site. */
export async function buildTwoFactorSite(
  options: object = {},
  more: {
    plugins?: readonly PluginDefinition[];
    databaseUrl?: string;
    keys?: readonly string[];
    pluginOptions?: object;
  } = {},
): Promise<TwoFactorSite> {
  const { plugins = [], keys = [], pluginOptions = {}, ...rest } = more;
  const site = await buildAuthSite({
    plugins: [twoFactor, ...plugins],
    pluginOptions: { 'two-factor': options, passwords: { cost: 10 }, 'auth-keys': { keys }, ...pluginOptions },
    ...rest,
  });
  const code = (secret: string, steps = 0) => codeOf(fromBase32(secret), Math.floor(site.clock.now / 30_000) + steps);
  const givePassword: TwoFactorSite['givePassword'] = (browser, login, form = {}) =>
    browser.page('POST', '/login', { form: { log: login, pwd: `password of ${login}`, ...form } });
  const giveCode: TwoFactorSite['giveCode'] = (browser, { text }, otp, form = {}) => {
    const login_token = /name="login_token" type="hidden" value="([^"]+)"/.exec(text)?.[1];
    return browser.page('POST', '/login', { form: { login_token, otp, ...form } });
  };
  const signIn: TwoFactorSite['signIn'] = async (browser, login, otp) => {
    const page = await givePassword(browser, login);
    if (otp !== undefined) await giveCode(browser, page, otp);
    const nonce = (await browser.page('GET', '/nonce')).text;
    return (method, route, params = {}) =>
      browser.rest(method, `/cms/v2/users/${route}`, {
        headers: { 'X-CMS-Nonce': nonce },
        ...(method === 'POST' ? { form: { ...params } } : { query: params }),
      });
  };
  return {
    ...site,
    code,
    givePassword,
    giveCode,
    signIn,
    enable: async (send) => {
      const { secret } = (await send('POST', 'me/two-factor')).json;
      const { recovery_codes: codes } = (await send('POST', 'me/two-factor', { otp: code(secret, -1) })).json;
      return { secret, codes };
    },
    isSignedIn: (browser) => browser.cookies.has(site.sessions.cookieName),
  };
}
