import type { PluginHooks } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Revisions } from './revisions.ts';

/** Links items to their revisions, and to the newest of them. */
export function linkHistory(hooks: PluginHooks, types: ContentTypes, revisions: Revisions): void {
  hooks.action('rest_post_links').tap('revisions', async (response, post, { context }, server) => {
    const type = types.get(post.type);
    if (type === undefined || !type.supports.has('revisions')) return;
    const history = server.restUrl(`${type.rest_namespace}/${type.rest_base}/${post.id}/revisions`, context);
    const { count, latest } = await revisions.summaries(context).load(post.id);
    const known = revisions.toKeep(post) === 0 ? 0 : count;
    response.addLink('version-history', history, { count: known });
    if (known > 0) response.addLink('predecessor-version', `${history}/${latest}`, { id: latest });
  });
}
