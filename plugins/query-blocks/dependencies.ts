import type { PluginHooks, Site } from '../../core/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { AttachmentImages } from '../media/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermStore } from '../terms/index.ts';
import type { UserStore } from '../users/index.ts';

/** The services that lists of items need. */
export interface QueryBlockDependencies {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly options: Options;
  readonly types: ContentTypes;
  readonly taxonomies: Taxonomies;
  readonly terms: TermStore;
  readonly meta: MetaStore;
  readonly users: UserStore;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly renderer: Renderer;
  /** The uploaded images, where a plugin has them. */
  readonly images: AttachmentImages | undefined;
}
