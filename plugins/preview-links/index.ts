import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { Credentials } from '../../core/rest/index.ts';
import { AuthKeys } from '../auth-keys/index.ts';
import { Autosaves } from '../autosaves/index.ts';
import { ContentTypes, isViewable } from '../content-types/index.ts';
import { MetaStore } from '../meta/index.ts';
import { SiteClock } from '../options/index.ts';
import { Permalinks, PostStore, PostsController } from '../posts/index.ts';
import { PreviewLinksController } from './controller.ts';
import { PreviewLinks } from './links.ts';
import { openLinks } from './open.ts';

/** Links that open one item, published or not, for a limited time, to every visitor who has them. */
export default definePlugin({
  name: 'preview-links',
  version: '0.1.0',
  description: 'Signs links that open one draft for a limited time, without signing in.',
  group: 'content',
  cacheable: true,
  requires: {
    'auth-keys': '^0.1.0',
    'content-types': '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
  },
  after: ['autosaves'],
  capabilities: ['authentication', 'content:write', 'requests', 'routes:*'],
  setup({ hooks, use, find }) {
    const [types, posts] = [use(ContentTypes), use(PostStore)];
    const links = new PreviewLinks(use(AuthKeys), use(MetaStore), use(SiteClock));
    openLinks(hooks, {
      links,
      credentials: use(Credentials),
      posts,
      permalinks: use(Permalinks),
      autosaves: find(Autosaves),
    });

    // An item that is restored from the trash needs new links.
    hooks.action('transition_post_status').tapPromise('preview-links', async (status, before, { id }) => {
      if (status === 'trash' && before !== 'trash') await links.revoke(id);
    });

    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      for (const type of types.inRest()) {
        const items = types.controllerOf(type, server);
        if (!(items instanceof PostsController) || type.name === 'attachment' || !isViewable(type)) continue;
        new PreviewLinksController(items, links).registerRoutes();
      }
    });
  },
});
