import type { PluginHooks, Site } from '../../core/index.ts';
import type { RenderContext, Shortcodes } from '../content-rendering/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { AttachmentImages, MediaStorage } from '../media/index.ts';
import type { MetaStore } from '../meta/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';
import type { Instances } from './instances.ts';

/** The services that the shortcodes of media need. */
export interface ShortcodeDependencies {
  readonly site: Site;
  readonly hooks: PluginHooks;
  readonly types: ContentTypes;
  readonly posts: Pick<PostStore, 'byId' | 'byIds' | 'query'>;
  readonly permalinks: Permalinks;
  readonly meta: Pick<MetaStore, 'load'>;
  readonly images: AttachmentImages;
  /** The storage of files, by which their addresses are made. */
  readonly storage: () => Pick<MediaStorage, 'url'>;
  readonly shortcodes: Pick<Shortcodes, 'render'>;
  readonly instances: Instances;
  /** Whether a text is rendered as HTML 5: for a page that is, or beside a theme that always is. */
  readonly isHtml5: (context: RenderContext) => boolean;
}

/** The id of the item in which a shortcode stands; 0 for none. */
export const itemOf = ({ post }: RenderContext): number => post?.id ?? 0;
