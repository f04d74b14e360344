import type { PluginHooks } from '../../../core/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { Options, SiteClock } from '../../options/index.ts';
import type { Passwords } from '../../passwords/index.ts';
import type { Roles } from '../../roles/index.ts';
import type { PasswordRules } from '../password-rules.ts';

/** The services that the store of users depends on; each of its functions takes those that it uses. */
export interface UserStoreDependencies {
  readonly database: Database;
  readonly meta: MetaStore;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly roles: Roles;
  readonly passwords: Passwords;
  readonly passwordRules: PasswordRules;
  readonly hooks: PluginHooks;
}

/** The meta key under which a user's roles and own capabilities are stored. */
export const capabilitiesKey = ({ prefix }: Pick<Database, 'prefix'>): string => `${prefix}capabilities`;
