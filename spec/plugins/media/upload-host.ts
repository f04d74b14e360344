import { createHost, definePlugin, type Host, type HostSettings } from '../../../host/index.ts';
import { UserStore } from '../../../plugins/users/index.ts';

/** Every request is the author's. */
const signIn = definePlugin({
  name: 'sign-in',
  version: '1.0.0',
  description: 'Signs everybody in as the author.',
  requires: { users: '*' },
  setup({ hooks, use }) {
    const users = use(UserStore);
    hooks
      .filter('determine_current_user')
      .tapPromise('sign-in', async () => (await users.byLogin('author'))?.id ?? false);
  },
});

/** Starts a host that takes uploads of an author into a folder; answers with it and its address. */
export async function uploadHost(
  folder: string,
  options: Pick<HostSettings, 'uploadLimit' | 'brand'> = {},
): Promise<{ host: Host; url: string }> {
  const host = await createHost({
    database: 'sqlite::memory:',
    logLevel: 'silent',
    plugins: { only: ['media'], folders: [signIn] },
    options: { media: { folder } },
    ...options,
  });
  await host.generation.services
    .get('spec', UserStore)
    .create({ login: 'author', email: 'author@example.org', roles: ['author'] });
  return { host, url: await host.listen(0, '127.0.0.1') };
}
