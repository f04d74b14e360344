import { defaulted, integer, min, object } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { PostStore, PostsController } from '../posts/index.ts';
import { RevisionsController } from './controller.ts';
import { linkHistory } from './history-links.ts';
import { revisionHooks } from './hooks.ts';
import { Revisions, SqlRevisions } from './revisions.ts';
import { saveRevisions } from './save-revisions.ts';

export { hasChanged, REVISED, type RevisedTexts } from './changes.ts';
export { RevisionsController } from './controller.ts';
export { type RevisionSummary, Revisions } from './revisions.ts';

/** Revisions: copies of an item's texts, made when they change, with the routes that show them. */
export default definePlugin({
  name: 'revisions',
  version: '0.1.0',
  description: 'Keeps copies of changed items and answers the routes of their revisions.',
  group: 'content',
  cacheable: true,
  after: ['pagination'],
  requires: { 'content-types': '^0.1.0', database: '^0.1.0', posts: '^0.1.0' },
  capabilities: ['content:write', 'database', 'routes:*'],
  options: object({
    /** How many revisions of an item are kept: -1 for all, 0 for none. */
    keep: defaulted(min(integer(), -1), -1),
  }),
  hooks: revisionHooks,
  setup({ hooks, use, provide }, { keep }) {
    const [database, types, posts] = [use(Database), use(ContentTypes), use(PostStore)];
    const revisions = new SqlRevisions(database, types, hooks, keep);
    provide(Revisions, revisions);
    saveRevisions({ hooks, database, posts, revisions });
    linkHistory(hooks, types, revisions);
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      for (const type of types.inRest()) {
        const items = types.controllerOf(type, server);
        if (!(items instanceof PostsController) || !type.supports.has('revisions')) continue;
        new RevisionsController(items, revisions).registerRoutes();
      }
    });
  },
});
