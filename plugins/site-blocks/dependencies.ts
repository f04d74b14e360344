import type { Site } from '../../core/index.ts';
import type { AvatarUrls } from '../avatars/index.ts';
import type { CommentStore } from '../comments/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { AttachmentImages } from '../media/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';
import type { UserStore } from '../users/index.ts';

/** The services that blocks of the site need. */
export interface SiteBlockDependencies {
  readonly site: Site;
  readonly options: Options;
  readonly types: ContentTypes;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly users: UserStore;
  /** Undefined on a site without comments. */
  readonly comments: CommentStore | undefined;
  /** The addresses of avatars, where a plugin makes them. */
  readonly avatars: AvatarUrls | undefined;
  /** The uploaded images, where a plugin has them. */
  readonly images: AttachmentImages | undefined;
}
