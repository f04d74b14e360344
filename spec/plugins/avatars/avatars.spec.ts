import { expect } from 'chai';
import { definePlugin, RequestContext } from '../../../core/index.ts';
import avatars, { AvatarUrls } from '../../../plugins/avatars/index.ts';
import { buildTestGeneration } from '../../support/generation.ts';

const over = (tls: boolean) =>
  new RequestContext({ http: { tls, serverName: 'localhost', remoteAddress: '::1', cookie: () => undefined } });

describe('the avatars plugin (4.7)', () => {
  it('provides addresses for the sizes 24, 48 and 96', async () => {
    const generation = await buildTestGeneration([avatars]);
    const urls = generation.services.get('spec', AvatarUrls);
    expect(urls('admin@example.org', over(false))).to.have.all.keys('24', '48', '96');
  });

  it('picks hosts by whether the request came over TLS, and without a request by the home address', async () => {
    const plain = (await buildTestGeneration([avatars])).services.get('spec', AvatarUrls);
    expect(plain('admin@example.org', over(true))[24]).to.match(/^https:\/\/secure\./);
    expect(plain('admin@example.org', over(false))[24]).to.match(/^http:\/\/0\./);
    expect(plain('admin@example.org')[24]).to.match(/^http:\/\/0\./);
    const site = { home: 'https://example.org' };
    const secure = (await buildTestGeneration([avatars], { site })).services.get('spec', AvatarUrls);
    expect(secure('admin@example.org')[24]).to.match(/^https:\/\/secure\./);
  });

  it('lets rest_avatar_sizes change the sizes', async () => {
    const large = definePlugin({
      name: 'large',
      version: '1.0.0',
      description: 'Large avatars.',
      setup: ({ hooks }) => hooks.filter('rest_avatar_sizes').tap('large', (sizes) => [...sizes, 512]),
    });
    const urls = (await buildTestGeneration([avatars, large])).services.get('spec', AvatarUrls);
    expect(urls('a@b.co')).to.have.all.keys('24', '48', '96', '512');
  });

  it('is gone without the plugin, as no other provides addresses', async () => {
    expect((await buildTestGeneration([])).services.find(AvatarUrls)).to.equal(undefined);
  });
});
