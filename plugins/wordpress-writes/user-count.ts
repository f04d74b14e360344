import type { PluginHooks } from '../../core/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';

/** The option in which WordPress counts the users. */
const OPTION = 'user_count';

/** With more users than this, WordPress counts them twice a day. */
const LARGE = 10_000;

/** The services that counting users needs. */
export interface UserCountParts {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly options: Options;
}

/** Keeps the number of users, as the last of a transaction in which there are more or less of them. */
export function followUsers({ hooks, database, options }: UserCountParts): void {
  const count = database.beforeCommit(async () => {
    await options.lock([OPTION]);
    if (Number(options.get(OPTION, 0)) > LARGE) return;
    const { users } = await database.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('users'))
      .executeTakeFirstOrThrow();
    await options.set(OPTION, Number(users), { autoload: false });
  });
  hooks.action('user_register').tapPromise('wordpress-writes', () => count([true]));
  hooks.action('deleted_user').tapPromise('wordpress-writes', () => count([true]));
}
