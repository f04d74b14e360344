import { expect } from 'chai';
import { definePlugin, serviceToken } from '../../../core/index.ts';
import clientSettings, { type ClientSettings } from '../../../plugins/client-settings/index.ts';
import preloading from '../../../plugins/preloading/index.ts';
import { type AuthSite, buildAuthSite } from '../../support/auth-site.ts';

const page = definePlugin({
  name: 'page',
  version: '1.0.0',
  description: 'Hosts a client.',
  requires: { 'client-settings': '^0.1.0' },
  capabilities: ['authentication', 'pages', 'routes:spec/v1'],
  setup({ hooks, use }) {
    const clients = use(serviceToken('page-clients'));
    hooks.action('rest_api_init').tap('page', (server) => {
      const callback = () => ({ text: '</script><!--<script>' });
      server.registerRoute('spec/v1', '/hostile', { callback, permission_callback: () => true });
    });
    hooks.filter('client_preload_paths').tap('page', (paths, { url }) => [...paths, `/spec/v1/hostile?of=${url}`]);
    hooks.action('http_routes').tap('page', (router) => {
      router.get('/page', async (http) => {
        http.body = await clients.markup(http, ['/spec/v1/me', ['/spec/v1/me', 'OPTIONS']]);
      });
    });
  },
});

describe('the settings of a client in a page', () => {
  let site: AuthSite;
  before(async () => {
    site = await buildAuthSite({ plugins: [preloading, clientSettings, page] });
    await site.addUser('alice');
  });
  after(() => site.generation.dispose());

  const ELEMENT = /^<script type="application\/json" id="cms-client-settings">([^<]*)<\/script>\n$/;
  const settingsFor = async (browser = site.browser()) => {
    const answer = await browser.page('GET', '/page');
    const [, json = ''] = ELEMENT.exec(answer.text) ?? [];
    return { answer, settings: JSON.parse(json) as ClientSettings };
  };
  const signedIn = async () => {
    const browser = site.browser();
    const form = { log: 'alice', pwd: 'password of alice' };
    await browser.page('POST', '/login', { form });
    return browser;
  };

  it('tell a visitor who is not signed in where the interface is, and give no nonce', async () => {
    const { settings } = await settingsFor();
    expect(settings).to.include({
      root: 'http://localhost/cms-json/',
      versionString: 'cms/v2/',
      nonce: null,
      nonceEndpoint: 'http://localhost/cms-admin/admin-ajax.php?action=rest-nonce',
    });
    expect(settings.preloaded).to.deep.include({ '/spec/v1/me': { body: { id: 0 }, headers: {} } });
  });

  it('give a signed-in visitor a valid nonce, and their own answers', async () => {
    const browser = await signedIn();
    const { settings } = await settingsFor(browser);
    const headers = { 'X-CMS-Nonce': settings.nonce! };
    const { json } = await browser.rest('GET', '/spec/v1/me', { headers });
    expect(json).to.deep.equal({ id: 1 });
    expect(settings.preloaded['/spec/v1/me']).to.have.property('body').that.deep.equals({ id: 1 });
    expect(await browser.page('GET', '/cms-admin/admin-ajax.php?action=rest-nonce')).to.include({
      text: settings.nonce,
    });
  });

  it('carry the paths that the filter adds, and no text that ends the element', async () => {
    const { answer, settings } = await settingsFor();
    expect(Object.keys(settings.preloaded)).to.include('/spec/v1/hostile?of=http://localhost/page');
    expect(JSON.stringify(settings)).to.contain('</script><!--<script>');
    expect(answer.text).to.match(ELEMENT);
  });

  it('are not cached for other visitors', async () => {
    expect((await settingsFor()).answer.headers).to.include({ 'Cache-Control': 'private, no-store' });
  });
});
