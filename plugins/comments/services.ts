import type { PluginHooks, Site, UserLoader } from '../../core/index.ts';
import type { AvatarUrls } from '../avatars/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { Database } from '../database/index.ts';
import type { MetaRegistry } from '../meta/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Permalinks, PostStore, PostsKit } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';
import type { CommentStore } from './store/comment-store.ts';

/** What the routes of comments work with. */
export interface CommentServices {
  readonly hooks: PluginHooks;
  readonly site: Site;
  readonly database: Database;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly comments: CommentStore;
  readonly metaFields: MetaRegistry;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  /** By which the plugin of items tells who may read one. */
  readonly items: PostsKit;
  readonly users: UserStore;
  readonly userLoader: UserLoader;
  readonly renderer: Renderer;
  /** Absent where no plugin knows avatars. */
  readonly avatars: AvatarUrls | undefined;
}
