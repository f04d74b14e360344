import { definePlugin, RESOURCE_ROUTES, serviceToken } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { Nonces } from '../nonces/index.ts';
import { PostLocks } from '../post-locks/index.ts';
import { PostStore, PostsController } from '../posts/index.ts';
import { Revisions, RevisionsController } from '../revisions/index.ts';
import { Autosaves as AutosaveStore } from './autosaves.ts';
import { AutosavesController, type NonceMaker } from './controller.ts';
import { autosaveHooks } from './hooks.ts';

export { isAhead } from './ahead.ts';

/** Keeps the autosaves of items. */
export type Autosaves = AutosaveStore;

/** The token of the autosaves. */
export const Autosaves = serviceToken('autosaves', { requiredPermissions: 'content:write', reads: ['of'] });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    autosaves: Autosaves;
  }
}

/** Autosaves: the unsaved changes of each user, stored beside the item. */
export default definePlugin({
  name: 'autosaves',
  version: '0.1.0',
  description: 'Stores autosaves of content items and answers their routes.',
  group: 'content',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', database: '^0.1.0', posts: '^0.1.0', revisions: '^0.1.0' },
  after: ['nonces', 'post-locks'],
  capabilities: ['authentication', 'content:write', 'database', 'routes:*'],
  hooks: autosaveHooks,
  setup({ hooks, provide, use, find }) {
    const [types, revisions] = [use(ContentTypes), use(Revisions)];
    const autosaves = new AutosaveStore(use(Database), use(PostStore), hooks, find(PostLocks));
    provide(Autosaves, autosaves);
    const nonces = find(Nonces);
    const nonce: NonceMaker = (action, { user }) => nonces?.create(action, { userId: user.id, sessionToken: '' }) ?? '';
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      for (const type of types.inRest()) {
        const items = types.controllerOf(type, server);
        if (!(items instanceof PostsController) || !items.hasAutosaves || type.name === 'attachment') continue;
        new AutosavesController(new RevisionsController(items, revisions), autosaves, nonce).registerRoutes();
      }
    });
  },
});
