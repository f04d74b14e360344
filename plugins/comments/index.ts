import { definePlugin, RESOURCE_ROUTES, UserLoader } from '../../core/index.ts';
import { AvatarUrls } from '../avatars/index.ts';
import { Renderer } from '../content-rendering/index.ts';
import { Database } from '../database/index.ts';
import { MetaRegistry, MetaStore } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Permalinks, PostStore, PostsDependencies } from '../posts/index.ts';
import { UserStore } from '../users/index.ts';
import { mapCommentCapabilities } from './capabilities.ts';
import { checkCounts } from './check-counts.ts';
import { closeOldPosts } from './comments-open.ts';
import { CommentsController } from './controller.ts';
import { deleteWithPosts } from './delete-with-posts.ts';
import { commentHooks } from './hooks.ts';
import type { CommentServices } from './services.ts';
import { CommentStore } from './store/comment-store.ts';
import { createCommentStore } from './store/create-store.ts';
import { trashWithPosts } from './trash-with-posts.ts';

export type { Comment, CommentInput } from './comment.ts';
export type { CommentOrder, CommentQuery, CommentResult } from './store/comment-query.ts';
export { CommentStore } from './store/comment-store.ts';

/** Comments on content items: their store, their moderation, and `/comments`. */
export default definePlugin({
  name: 'comments',
  version: '0.1.0',
  description: 'Stores and moderates comments, and answers /comments.',
  group: 'content',
  cacheable: true,
  requires: {
    database: '^0.1.0',
    options: '^0.1.0',
    meta: '^0.1.0',
    roles: '^0.1.0',
    users: '^0.1.0',
    'content-rendering': '^0.1.0',
    formatting: '^0.1.0',
    posts: '^0.1.0',
  },
  after: ['avatars', 'pagination'],
  capabilities: ['authentication', 'content:write', 'database', 'options:write', 'routes:cms/v2', 'users:write'],
  hooks: commentHooks,
  setup(host) {
    const { hooks } = host;
    const [database, options, clock] = [host.use(Database), host.use(Options), host.use(SiteClock)];
    const comments = createCommentStore({ database, hooks, meta: host.use(MetaStore), clock });
    host.provide(CommentStore, comments);
    mapCommentCapabilities(hooks);
    closeOldPosts(hooks, options, clock);
    deleteWithPosts(hooks, database, comments);
    // WordPress leaves the count of an item as it is when its comments go to the trash with it.
    if (!database.isGuest) trashWithPosts(hooks, comments);
    database.addCheck(checkCounts(database, comments));

    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      const services: CommentServices = {
        hooks,
        site: host.site,
        database,
        options,
        clock,
        comments,
        metaFields: host.use(MetaRegistry),
        posts: host.use(PostStore),
        permalinks: host.use(Permalinks),
        items: host.use(PostsDependencies),
        users: host.use(UserStore),
        userLoader: host.use(UserLoader),
        renderer: host.use(Renderer),
        avatars: host.find(AvatarUrls),
      };
      new CommentsController(server, services).registerRoutes();
    });
  },
});
