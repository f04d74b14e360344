import type { PluginHooks } from '../../../core/index.ts';
import type { ContentStatuses } from '../../content-statuses/index.ts';
import type { ContentTypes } from '../../content-types/index.ts';
import type { Database } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { Options, SiteClock } from '../../options/index.ts';
import type { Taxonomies } from '../../taxonomies/index.ts';
import type { TermStore } from '../../terms/index.ts';
import type { Permalinks } from '../permalinks/permalinks.ts';

/** The services that the store of items depends on; each of its functions takes those that it uses. */
export interface PostStoreDependencies {
  readonly hooks: PluginHooks;
  readonly database: Database;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly statuses: ContentStatuses;
  readonly types: ContentTypes;
  readonly taxonomies: Taxonomies;
  readonly terms: TermStore;
  readonly meta: MetaStore;
  /** The addresses of items, which are provided after the store is made. */
  permalinks(): Permalinks;
}
