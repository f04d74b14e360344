import { type PluginHooks, whenReady } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Revisions } from './revisions.ts';

/** Links items to their revisions, and to the newest of them. */
export function linkHistory(hooks: PluginHooks, types: ContentTypes, revisions: Revisions): void {
  hooks.action('rest_post_links').tap('revisions', (response, post, { context }, server) => {
    const type = types.get(post.type);
    if (type === undefined || !type.supports.has('revisions')) return;
    const history = server.restUrl(`${type.rest_namespace}/${type.rest_base}/${post.id}/revisions`, context);
    return whenReady(revisions.summaries(context).get(post.id), ({ count, latest }) => {
      const known = revisions.toKeep(post) === 0 ? 0 : count;
      response.addLink('version-history', history, { count: known });
      if (known > 0) response.addLink('predecessor-version', `${history}/${latest}`, { id: latest });
    });
  });
  hooks.action('rest_post_items').tap('revisions', (posts, { context }, fields) => {
    const linked = fields.has('_links') ? posts.filter(({ type }) => types.supports(type, 'revisions')) : [];
    if (linked.length > 0) return revisions.summaries(context).fill(linked.map(({ id }) => id));
  });
}
