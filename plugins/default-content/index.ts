import { definePlugin } from '../../core/index.ts';
import { CommentStore } from '../comments/index.ts';
import { Database } from '../database/index.ts';
import { ReservedOptions } from '../options/index.ts';
import { PostStore } from '../posts/index.ts';
import { UserStore } from '../users/index.ts';
import { installAdministrator, installContent } from './install.ts';

/** Fills a new site when it is served for the first time. */
export default definePlugin({
  name: 'default-content',
  version: '0.1.0',
  description: 'Gives a new site an administrator, a post, a page and a comment when it is first served.',
  group: 'site',
  cacheable: true,
  requires: {
    database: '^0.1.0',
    options: '^0.1.0',
    users: '^0.1.0',
    terms: '^0.1.0',
    posts: '^0.1.0',
    comments: '^0.1.0',
  },
  capabilities: ['authentication', 'content:write', 'database', 'users:write'],
  setup(host) {
    const database = host.use(Database);
    // A site that another program made has its content.
    if (database.isGuest) return;
    const dependencies = {
      database,
      options: host.use(ReservedOptions),
      users: host.use(UserStore),
      posts: host.use(PostStore),
      comments: host.use(CommentStore),
    };
    host.hooks.action('host_listening').tapPromise('default-content', async (_address, print) => {
      const administrator = await installAdministrator(dependencies);
      await installContent(dependencies);
      if (administrator === undefined) return;
      print(`Sign in as ${administrator.login} with the password ${administrator.password}`);
      print('The password is shown this once; change it with: tappet user update admin --user_pass');
    });
  },
});
