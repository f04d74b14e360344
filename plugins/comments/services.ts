import type { PluginHooks, Site, UserLoader } from '../../core/index.ts';
import type { AvatarUrls } from '../avatars/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { Database } from '../database/index.ts';
import type { MetaRegistry } from '../meta/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Permalinks, PostStore, PostsDependencies } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';
import type { CommentStore } from './store/comment-store.ts';

/** The services that the routes of comments need. */
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
  /** Through which the plugin of items decides who may read an item. */
  readonly items: Pick<PostsDependencies, 'posts' | 'statuses' | 'throttles' | 'types'>;
  readonly users: UserStore;
  readonly userLoader: UserLoader;
  readonly renderer: Renderer;
  /** Absent without a plugin for avatars. */
  readonly avatars: AvatarUrls | undefined;
}
