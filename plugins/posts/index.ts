import { boolean, defaulted, object } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { Renderer } from '../content-rendering/index.ts';
import { ContentStatuses } from '../content-statuses/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { Jobs } from '../jobs/index.ts';
import { MetaRegistry, MetaStore } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermStore } from '../terms/index.ts';
import { Throttles } from '../throttles/index.ts';
import { UserStore } from '../users/index.ts';
import { openPostCaches } from './caches.ts';
import { PostCapabilities } from './capabilities.ts';
import { PostsDependencies } from './controller/dependencies.ts';
import { PostsController } from './controller/posts-controller.ts';
import { postHooks } from './hooks.ts';
import { Permalinks } from './permalinks/permalinks.ts';
import { RelatedTags } from './permalinks/related-tags.ts';
import { SitePermalinks } from './permalinks/site-permalinks.ts';
import { Structure } from './permalinks/structure.ts';
import { PostStore } from './post-store.ts';
import { PostTerms } from './post-terms.ts';
import { forgetRemoved } from './removed-from-settings.ts';
import { publishByJobs } from './schedule.ts';
import { TimerSchedule } from './schedule-by-timer.ts';
import { keepOldSlugs } from './store/old-slugs.ts';
import { SqlPostStore } from './store/sql-post-store.ts';
import { cleanTextsOfAuthors } from './texts-of-authors.ts';
import { followDeletedUsers } from './users-deleted.ts';

export { choosingParams, orderByParam, orderParam, pagingParams, statusParam } from './controller/collection-params.ts';
export { PostsDependencies, type TypeScope } from './controller/dependencies.ts';
export { EVERYWHERE, IN_EDIT, IN_VIEW, readOnly, rendered, writable } from './controller/fields.ts';
export { idOf, idsOf } from './controller/ids.ts';
export { featuredMedia, metaOf } from './controller/item-meta.ts';
export type { ShownItem } from './controller/item-values.ts';
export { itemUrl } from './controller/links.ts';
export { comparePassword, mayShowTexts, vouchForPassword } from './controller/password.ts';
export { mayRead } from './controller/permissions.ts';
export { PostsController } from './controller/posts-controller.ts';
export { rawText } from './controller/raw-text.ts';
export { NO_RELATED_DATA, type RelatedData } from './controller/related-data.ts';
export { type ItemValues, resolveFields } from './controller/resolve-fields.ts';
export { postRoutes } from './controller/routes.ts';
export { postLoaders } from './loaders.ts';
export { pageAddresses } from './permalinks/item-pages.ts';
export { Permalinks, type SamplePermalink } from './permalinks/permalinks.ts';
export { fromRow, type Post, type PostData } from './post.ts';
export type { PostInput, WriteOptions } from './post-input.ts';
export { PostStore } from './post-store.ts';
export { isPubliclyViewable } from './publicly-viewable.ts';
export {
  type DateRange,
  type MetaClause,
  type PostOrder,
  type PostQuery,
  type PostResult,
  requestedOrder,
  type SearchColumn,
  type TermClause,
} from './query/post-query.ts';
export type { Place, Side } from './store/adjacent.ts';
export { lockPosts } from './store/lock-posts.ts';
export { setLockedMeta } from './store/locked-meta.ts';
export { TRASH_STATUS, TRASH_TIME } from './store/read.ts';
export type { SlugRequest } from './store/unique-slug.ts';

/** How many characters of prepared items are cached. */
const MOST_CHARACTERS = 4_000_000;

/** How many characters an entry counts in addition to its text. */
const ENTRY_SIZE = 500;

/**
 * For how long the scheduled events of a WordPress may publish what is due, in milliseconds: the plugins that follow
 * publications run there.
 */
const TURN_OF_PHP = 300_000;

/** Content items of every type: their store, their addresses, what users may do with them, and their routes. */
export default definePlugin({
  name: 'posts',
  version: '0.1.0',
  description: 'Stores content items of every type and answers their routes, /posts and /pages among them.',
  group: 'content',
  cacheable: true,
  after: ['jobs', 'pagination', 'throttles'],
  requires: {
    'content-rendering': '^0.1.0',
    'content-statuses': '^0.1.0',
    'content-types': '^0.1.0',
    database: '^0.1.0',
    formatting: '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    roles: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  capabilities: ['authentication', 'content:write', 'database', 'options:write', 'routes:*', 'users:write'],
  options: object({
    /** Whether items are cached as JSON, as anonymous visitors read them. */
    cache_items: defaulted(boolean(), true),
    /** Whether rows of items are cached. */
    cache_rows: defaulted(boolean(), true),
    /** Whether the totals of lists are cached. */
    cache_totals: defaulted(boolean(), true),
  }),
  hooks: postHooks,
  setup(host, options) {
    const { hooks } = host;
    const services = {
      hooks,
      database: host.use(Database),
      options: host.use(Options),
      clock: host.use(SiteClock),
      types: host.use(ContentTypes),
      statuses: host.use(ContentStatuses),
      taxonomies: host.use(Taxonomies),
      terms: host.use(TermStore),
      meta: host.use(MetaStore),
      metaFields: host.use(MetaRegistry),
      users: host.use(UserStore),
      throttles: host.find(Throttles),
      renderer: host.use(Renderer),
    };
    openPostCaches(services.database, options);
    const posts = new SqlPostStore({ ...services, permalinks: () => permalinks });
    const postTerms = new PostTerms(services.terms, services.taxonomies);
    const related = new RelatedTags(services.users, services.terms, postTerms);
    const structure = new Structure(host.site, services.options);
    const permalinks = new SitePermalinks({ ...services, store: posts, structure, related });
    host.provide(PostStore, posts);
    host.provide(Permalinks, permalinks);
    const preparedItems = services.database.cache<string>({
      name: 'prepared items',
      enabled: options.cache_items,
      maxSize: MOST_CHARACTERS,
      sizeOf: (json) => json.length + ENTRY_SIZE,
    });
    host.provide(PostsDependencies, { ...services, postTerms, posts, permalinks, preparedItems });

    const capabilities = new PostCapabilities(services);
    hooks.filter('map_meta_cap').tap('posts', (caps, cap, userId, args) => capabilities.map(cap, userId, args) ?? caps);
    cleanTextsOfAuthors(hooks, host.site);
    keepOldSlugs(services);
    forgetRemoved(hooks, services.options, posts);
    followDeletedUsers({ ...services, posts });
    services.types.setDefaultController(PostsController);

    const { wordpress } = host.site;
    const { isGuest, isReadOnly } = services.database;
    if (isReadOnly || wordpress?.writes === false) return;
    const isBesidePhp = isGuest || wordpress !== undefined;
    const jobs = host.find(Jobs);
    if (jobs !== undefined && !isBesidePhp) return publishByJobs({ ...services, jobs, posts, log: host.log });
    const grace = isBesidePhp ? TURN_OF_PHP : 0;
    const schedule = new TimerSchedule({ ...services, posts, log: host.log, grace });
    hooks.action('rest_api_init').tap('schedule', () => schedule.start());
    hooks.action('transition_post_status').tap('schedule', (newStatus, oldStatus) => {
      if ([newStatus, oldStatus].includes('future'))
        services.database.afterCommit(() => schedule.start(), { changesAnswers: false });
    });
    return () => schedule.stop();
  },
});
