import type { PluginHooks } from '../../core/index.ts';
import type { AvatarUrls } from '../avatars/index.ts';
import type { MetaRegistry } from '../meta/index.ts';
import type { Options } from '../options/index.ts';
import type { Roles } from '../roles/index.ts';
import type { AuthorTypes } from './author-types.ts';
import type { UserStore } from './user-store.ts';

/** The services that the routes of users use. */
export interface UserServices {
  readonly hooks: PluginHooks;
  readonly users: UserStore;
  readonly roles: Roles;
  readonly options: Options;
  readonly meta: MetaRegistry;
  readonly authorTypes: AuthorTypes;
  /** Absent where no plugin provides avatars. */
  readonly avatars: AvatarUrls | undefined;
}
