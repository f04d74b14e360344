import { type Cache, type PluginHooks, type RestServer, serviceToken } from '../../../core/index.ts';
import type { Renderer } from '../../content-rendering/index.ts';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { ContentType, ContentTypes } from '../../content-types/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaRegistry, MetaStore } from '../../meta/index.ts';
import type { Options, SiteClock } from '../../options/index.ts';
import type { Taxonomies } from '../../taxonomies/index.ts';
import type { TermStore } from '../../terms/index.ts';
import type { Throttles } from '../../throttles/index.ts';
import type { UserStore } from '../../users/index.ts';
import type { Permalinks } from '../permalinks/permalinks.ts';
import type { PostStore } from '../post-store.ts';
import type { PostTerms } from '../post-terms.ts';

/** The services that controllers of items use. */
export interface PostsDependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly types: ContentTypes;
  readonly statuses: ContentStatuses;
  readonly taxonomies: Taxonomies;
  readonly terms: TermStore;
  readonly postTerms: PostTerms;
  readonly meta: MetaStore;
  readonly metaFields: MetaRegistry;
  readonly users: UserStore;
  /** Absent on a site where attempts are not counted. */
  readonly throttles: Throttles | undefined;
  readonly renderer: Renderer;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  /** The JSON of items as anonymous visitors read them, by a key of `ItemCache`. */
  readonly preparedItems: Cache<string>;
}

/** The token of the services that controllers of items use. */
export const PostsDependencies = serviceToken('posts-dependencies', {
  requiredPermissions: ['content:write', 'users:write', 'options:write', 'database'],
});

declare module '../../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'posts-dependencies': PostsDependencies;
  }
}

/** The content type that a controller serves, and where; with only the services that a function uses. */
export interface TypeScope<Names extends keyof PostsDependencies = keyof PostsDependencies> {
  readonly dependencies: Pick<PostsDependencies, Names>;
  readonly type: ContentType;
  readonly server: RestServer;
  /** Whether the type has a field. */
  hasField(name: string): boolean;
}
