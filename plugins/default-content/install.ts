import { randomBytes } from 'node:crypto';
import type { CommentStore } from '../comments/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';
import { DEFAULT_CONTENT } from './content.ts';

/** What a new site is filled with. */
export interface InstallKit {
  readonly database: Database;
  readonly options: Options;
  readonly users: UserStore;
  readonly posts: PostStore;
  readonly comments: CommentStore;
}

/** The option that says that a site has been filled, so that one that was emptied stays empty. */
const INSTALLED = 'tappet_default_content';
const LOGIN = 'admin';

/** Makes an administrator where the site has none; answers with the login and its password, told only here. */
export function installAdministrator(kit: InstallKit): Promise<{ login: string; password: string } | undefined> {
  return kit.database.transaction(async () => {
    const { total } = await kit.users.query({ roles: ['administrator'], number: 1 });
    if (total > 0 || (await kit.users.byLogin(LOGIN)) !== null) return undefined;
    const password = randomBytes(15).toString('base64url');
    const email = kit.options.get('admin_email', '');
    await kit.users.create({ login: LOGIN, email, password, displayName: LOGIN, roles: ['administrator'] });
    return { login: LOGIN, password };
  });
}

/** Makes the first post, page and comment, unless the site has content or has been filled before. */
export function installContent(kit: InstallKit): Promise<void> {
  return kit.database.transaction(async () => {
    if (kit.options.has(INSTALLED)) return;
    const any = await kit.database.db.selectFrom('posts').select('ID').limit(1).executeTakeFirst();
    if (any === undefined) {
      const author = (await kit.users.byLogin(LOGIN))?.id ?? 0;
      const post = await kit.posts.insert({ ...DEFAULT_CONTENT.post, author });
      await kit.posts.insert({ ...DEFAULT_CONTENT.page, author });
      await kit.comments.insert({ ...DEFAULT_CONTENT.comment, post: post.id });
    }
    await kit.options.set(INSTALLED, '1');
  });
}
