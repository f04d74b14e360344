import type { PluginHooks, Site } from '../../core/index.ts';
import type { CommentStore } from '../comments/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';

/** The services that blocks of comments need. */
export interface CommentBlockDependencies {
  readonly hooks: PluginHooks;
  readonly site: Site;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly types: ContentTypes;
  readonly comments: CommentStore;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly users: UserStore;
  readonly renderer: Renderer;
}
