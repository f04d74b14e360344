import type { PluginHooks } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { PostsController } from '../posts/index.ts';
import type { Revisions } from './revisions.ts';

/** Links items to their revisions, and to the newest of them. */
export function linkHistory(hooks: PluginHooks, types: ContentTypes, revisions: Revisions): void {
  hooks
    .action('rest_post_links')
    .tapPromise({ name: 'revisions', pure: true }, async (response, post, request, server) => {
      const type = types.get(post.type);
      const items = type?.supports.has('revisions') ? types.controllerOf(type, server) : undefined;
      if (!(items instanceof PostsController)) return;
      const { context } = request;
      const { count, latest } = await revisions.summaries(context).get(post.id);
      const history = server.restUrl(`${items.namespace}/${await items.pathOf(post, request)}/revisions`, context);
      const known = revisions.toKeep(post) === 0 ? 0 : count;
      response.addLink('version-history', history, { count: known });
      if (known > 0) response.addLink('predecessor-version', `${history}/${latest}`, { id: latest });
    });
  hooks.action('rest_post_items').tapPromise('revisions', async (posts, { context }, fields) => {
    const linked = fields.has('_links') ? posts.filter(({ type }) => types.supports(type, 'revisions')) : [];
    if (linked.length > 0) await revisions.summaries(context).loadAll(linked.map(({ id }) => id));
  });
}
