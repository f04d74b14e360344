import { randomBytes } from 'node:crypto';
import type { CommentStore } from '../comments/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import type { PostStore } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';
import { DEFAULT_CONTENT } from './content.ts';

/** The services that filling a new site needs. */
export interface InstallDependencies {
  readonly database: Database;
  readonly options: Options;
  readonly users: UserStore;
  readonly posts: PostStore;
  readonly comments: CommentStore;
}

/**
 * The option that says that a site has been filled, so that one that was emptied stays empty; also the name of the lock that
 * one of several processes takes which start at once.
 */
const INSTALLED = 'tappet_default_content';

const LOGIN = 'admin';

/** Makes an administrator where the site has none; answers with the login and its password, which is shown nowhere else. */
export function installAdministrator(
  dependencies: InstallDependencies,
): Promise<{ login: string; password: string } | undefined> {
  return dependencies.database.transaction(async () => {
    await dependencies.database.lock(INSTALLED);
    const { total } = await dependencies.users.query({ roles: ['administrator'], number: 1 });
    if (total > 0 || (await dependencies.users.byLogin(LOGIN)) !== null) return undefined;
    const password = randomBytes(15).toString('base64url');
    const email = dependencies.options.get('admin_email', '');
    await dependencies.users.create({ login: LOGIN, email, password, displayName: LOGIN, roles: ['administrator'] });
    return { login: LOGIN, password };
  });
}

/** Makes the first post, page and comment, unless the site has content or has been filled before. */
export function installContent(dependencies: InstallDependencies): Promise<void> {
  return dependencies.database.transaction(async () => {
    await dependencies.database.lock(INSTALLED);
    await dependencies.options.lock([INSTALLED]);
    if (dependencies.options.has(INSTALLED)) return;
    const any = await dependencies.database.db.selectFrom('posts').select('ID').limit(1).executeTakeFirst();
    if (any === undefined) {
      const author = (await dependencies.users.byLogin(LOGIN))?.id ?? 0;
      const post = await dependencies.posts.insert({ ...DEFAULT_CONTENT.post, author });
      await dependencies.posts.insert({ ...DEFAULT_CONTENT.page, author });
      await dependencies.comments.insert({ ...DEFAULT_CONTENT.comment, post: post.id });
    }
    await dependencies.options.set(INSTALLED, '1');
  });
}
