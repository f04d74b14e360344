import { asyncAction, asyncFilter, filter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { Post, PostQuery } from '../posts/index.ts';

/** The hooks that revisions fire. */
export const revisionHooks = {
  wp_revisions_to_keep: filter<[count: number, post: Post]>({
    params: ['num', 'post'],
    requiredPermissions: 'content:write',
    meaning: 'Says how many revisions of an item are kept: -1 for all, 0 for none.',
  }),
  wp_save_post_revision_check_for_changes: filter<[check: boolean, latest: Post, post: Post]>({
    params: ['check_for_changes', 'latest_revision', 'post'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether a revision is left out when nothing has changed since the last one.',
  }),
  wp_save_post_revision_post_has_changed: filter<[changed: boolean, latest: Post, post: Post]>({
    params: ['post_has_changed', 'latest_revision', 'post'],
    requiredPermissions: 'content:write',
    meaning: 'Says whether an item has changed since its last revision.',
  }),
  _wp_put_post_revision: asyncAction<[id: number]>({
    params: ['revision_id'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a revision has been stored.',
  }),
  rest_revision_query: asyncFilter<[args: PostQuery, request: RestRequest]>({
    params: ['args', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which revisions a list holds.',
  }),
  rest_prepare_revision: asyncFilter<[response: RestResponse, revision: Post, request: RestRequest]>({
    params: ['response', 'post', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the answer that shows a revision.',
  }),
  rest_delete_revision: asyncAction<[result: Post | null, request: RestRequest]>({
    params: ['result', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request has deleted a revision.',
  }),
};

type RevisionHooks = typeof revisionHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends RevisionHooks {}
}
