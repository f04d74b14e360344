import type { PluginHooks, Site } from '../../core/index.ts';
import type { AvatarUrls } from '../avatars/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { AttachmentImages } from '../media/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Options, SiteClock } from '../options/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermLinks, TermStore } from '../terms/index.ts';
import type { UserStore } from '../users/index.ts';

/** The services that blocks of items need. */
export interface PostBlockDependencies {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly types: ContentTypes;
  readonly taxonomies: Taxonomies;
  readonly terms: TermStore;
  readonly termLinks: TermLinks;
  readonly meta: MetaStore;
  readonly users: UserStore;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly renderer: Renderer;
  /** The uploaded images, where a plugin has them. */
  readonly images: AttachmentImages | undefined;
  /** The addresses of avatars, where a plugin makes them. */
  readonly avatars: AvatarUrls | undefined;
}
