import type { PluginHooks } from '../../core/index.ts';
import type { AvatarUrls } from '../avatars/index.ts';
import type { MetaRegistry } from '../meta/index.ts';
import type { Options } from '../options/index.ts';
import type { Roles } from '../roles/index.ts';
import type { AuthorTypes } from './author-types.ts';
import type { UserStore } from './user-store.ts';

/** What the routes of users work with. */
export interface UserServices {
  readonly hooks: PluginHooks;
  readonly users: UserStore;
  readonly roles: Roles;
  readonly options: Options;
  readonly meta: MetaRegistry;
  readonly authorTypes: AuthorTypes;
  /** Absent where no plugin knows avatars. */
  readonly avatars: AvatarUrls | undefined;
}
