import { expect } from 'chai';
import theme from '../../../plugins/theme/index.ts';
import { buildAuthSite } from '../../support/auth-site.ts';

describe('the front page', () => {
  it('leads to the login page, or a signed-in user to the logout page', async () => {
    const site = await buildAuthSite({ plugins: [theme] });
    await site.addUser('alice');
    const browser = site.browser();
    expect((await browser.page('GET', '/')).text).to.include('href="http://localhost/login"');
    await browser.page('POST', '/login', { form: { log: 'alice', pwd: 'password of alice' } });
    const { text } = await browser.page('GET', '/');
    expect(text).to.include('href="http://localhost/logout"').and.not.include('/login"');
    await site.generation.dispose();
  });
});
