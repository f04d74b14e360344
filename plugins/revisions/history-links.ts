import { isPromise, type PluginHooks, whenReady } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { PostsController } from '../posts/index.ts';
import type { Revisions } from './revisions.ts';

/** Links items to their revisions, and to the newest of them. */
export function linkHistory(hooks: PluginHooks, types: ContentTypes, revisions: Revisions): void {
  hooks.action('rest_post_links').tap({ name: 'revisions', pure: true }, (response, post, request, server) => {
    const type = types.get(post.type);
    const items = type?.supports.has('revisions') ? types.controllerOf(type, server) : undefined;
    if (!(items instanceof PostsController)) return;
    const { context } = request;
    const summary = revisions.summaries(context).get(post.id);
    return whenReady(items.pathOf(post, request), (path) => {
      const history = server.restUrl(`${items.namespace}/${path}/revisions`, context);
      return whenReady(summary, ({ count, latest }) => {
        const known = revisions.toKeep(post) === 0 ? 0 : count;
        response.addLink('version-history', history, { count: known });
        if (known > 0) response.addLink('predecessor-version', `${history}/${latest}`, { id: latest });
      });
    });
  });
  hooks.filter('rest_post_item_state').tap('revisions', (state, post, { context }, fields) => {
    if (!fields.has('_links') || !types.supports(post.type, 'revisions')) return state;
    const summary = revisions.summaries(context).get(post.id);
    // What is not at hand is equal to nothing that was before.
    if (isPromise(summary)) return [...state, Symbol('unread')];
    return [...state, summary.latest, revisions.toKeep(post) === 0 ? 0 : summary.count];
  });
  hooks.action('rest_post_items').tap('revisions', (posts, { context }, fields) => {
    const linked = fields.has('_links') ? posts.filter(({ type }) => types.supports(type, 'revisions')) : [];
    if (linked.length > 0) return revisions.summaries(context).fill(linked.map(({ id }) => id));
  });
}
