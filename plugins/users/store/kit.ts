import type { PluginHooks } from '../../../core/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { Options, SiteClock } from '../../options/index.ts';
import type { Passwords } from '../../passwords/index.ts';
import type { Roles } from '../../roles/index.ts';

/** What the store of users works with. */
export interface UserStoreKit {
  readonly database: Database;
  readonly meta: MetaStore;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly roles: Roles;
  readonly passwords: Passwords;
  readonly hooks: PluginHooks;
}

/** The meta key under which a user's roles and own capabilities are stored. */
export const capabilitiesKey = ({ database }: UserStoreKit): string => `${database.prefix}capabilities`;
