import {
  action,
  asyncAction,
  asyncFilter,
  type EndpointArgument,
  filter,
  type RestError,
  type RestRequest,
  type RestResponse,
} from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import type { Comment, CommentInput } from './comment.ts';
import type { CommentQuery } from './store/comment-query.ts';

const moved = (meaning: string) =>
  asyncAction<[id: number, comment: Comment]>({
    params: ['id', 'comment'],
    requiredPermissions: 'content:read',
    meaning,
  });

/** The hooks of comments, in the order of a comment's lifecycle. */
export const commentHooks = {
  rest_allow_anonymous_comments: asyncFilter<[allowed: boolean, request: RestRequest]>({
    params: ['allowed', 'request'],
    requiredPermissions: 'authentication',
    meaning: 'Decides whether a comment may be made without signing in.',
    decides: true,
  }),
  rest_allow_reading_comment: filter<[allowed: boolean, comment: Comment, request: RestRequest]>({
    params: ['allowed', 'comment', 'request'],
    requiredPermissions: 'authentication',
    meaning: 'Decides whether a comment may be read by a request that may not see it for other reasons.',
    decides: true,
  }),
  comments_open: filter<[open: boolean, post: Post]>({
    params: ['open', 'post'],
    requiredPermissions: 'content:read',
    meaning: 'Decides whether an item takes new comments.',
    decides: true,
  }),
  rest_preprocess_comment: asyncFilter<[prepared: CommentInput | RestError, request: RestRequest]>({
    params: ['prepared_comment', 'request'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts what a request makes or changes a comment with; an error object refuses it.',
    decides: true,
  }),
  allow_empty_comment: filter<[allowed: boolean, check: CommentInput]>({
    params: ['allowed', 'check'],
    requiredPermissions: 'content:write',
    meaning: 'Decides whether a comment may be empty.',
    decides: true,
  }),
  duplicate_comment_id: asyncFilter<[id: number, comment: CommentInput]>({
    params: ['id', 'comment'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts the id of the comment that a new one repeats; 0 when it repeats none.',
    decides: true,
  }),
  comment_flood_filter: filter<[tooSoon: boolean, lastTime: number, newTime: number]>({
    params: ['too_soon', 'last_time', 'new_time'],
    requiredPermissions: 'content:write',
    meaning: "Decides whether a comment comes too soon after its author's last one. Times are Unix times in seconds.",
    decides: true,
  }),
  comment_max_links_url: filter<[count: number, url: string, content: string]>({
    params: ['count', 'url', 'content'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the number of links that moderation counts in a comment.',
  }),
  pre_comment_approved: asyncFilter<[approved: string | RestError, comment: CommentInput]>({
    params: ['approved', 'comment'],
    requiredPermissions: 'content:write',
    meaning:
      'Adjusts whether a new comment is approved (`1`), held (`0`), `spam` or `trash`; an error object refuses it.',
    decides: true,
  }),
  rest_pre_insert_comment: asyncFilter<[prepared: CommentInput | RestError, request: RestRequest]>({
    params: ['prepared_comment', 'request'],
    requiredPermissions: 'content:write',
    meaning: 'Adjusts a new comment just before it is stored; an error object refuses it.',
    decides: true,
  }),
  wp_insert_comment: moved('Fires when a comment was stored, by a route or by other code.'),
  comment_post: asyncAction<[id: number, approved: string, comment: Comment]>({
    params: ['id', 'approved', 'comment'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when somebody commented, with the status that moderation gave.',
  }),
  edit_comment: moved('Fires when a comment was changed.'),
  transition_comment_status: asyncAction<[newStatus: string, oldStatus: string, comment: Comment]>({
    params: ['new_status', 'old_status', 'comment'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when the status of a comment changed: `approved`, `unapproved`, `spam`, `trash`, `delete`.',
  }),
  wp_set_comment_status: asyncAction<[id: number, status: string]>({
    params: ['id', 'status'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when the status of a comment was set.',
  }),
  trash_comment: moved('Fires before a comment goes to the trash.'),
  trashed_comment: moved('Fires when a comment went to the trash.'),
  untrash_comment: moved('Fires before a comment comes out of the trash.'),
  untrashed_comment: moved('Fires when a comment came out of the trash.'),
  spam_comment: moved('Fires before a comment is marked as spam.'),
  spammed_comment: moved('Fires when a comment was marked as spam.'),
  unspam_comment: moved('Fires before a comment stops being spam.'),
  unspammed_comment: moved('Fires when a comment stopped being spam.'),
  delete_comment: moved('Fires before a comment is deleted.'),
  deleted_comment: moved('Fires when a comment was deleted.'),
  wp_update_comment_count: asyncAction<[postIds: readonly number[]]>({
    params: ['post_ids'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when the approved comments of items were counted anew.',
  }),
  rest_insert_comment: asyncAction<[comment: Comment, request: RestRequest, creating: boolean]>({
    params: ['comment', 'request', 'creating'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request stored a comment, before its meta and additional fields.',
  }),
  rest_after_insert_comment: asyncAction<[comment: Comment, request: RestRequest, creating: boolean]>({
    params: ['comment', 'request', 'creating'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request stored all of a comment.',
  }),
  rest_comment_trashable: filter<[trashable: boolean, comment: Comment]>({
    params: ['trashable', 'comment'],
    requiredPermissions: 'content:write',
    meaning: 'Decides whether a comment can go to the trash.',
    decides: true,
  }),
  rest_delete_comment: asyncAction<[comment: Comment, response: RestResponse, request: RestRequest]>({
    params: ['comment', 'response', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a request deleted a comment or moved it to the trash.',
  }),
  rest_prepare_comment: asyncFilter<[response: RestResponse, comment: Comment, request: RestRequest]>({
    params: ['response', 'comment', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the answer that shows a comment.',
  }),
  rest_comment_query: asyncFilter<[query: CommentQuery, request: RestRequest]>({
    params: ['prepared_args', 'request'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which comments a request for a list asks for.',
  }),
  rest_comment_collection_params: filter<[params: Record<string, EndpointArgument>]>({
    params: ['query_params'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the arguments of the list of comments.',
  }),
  comment_duplicate_trigger: action<[comment: CommentInput]>({
    params: ['comment'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a comment is refused because it repeats another.',
  }),
  comment_flood_trigger: action<[lastTime: number, newTime: number]>({
    params: ['last_time', 'new_time'],
    requiredPermissions: 'content:read',
    meaning: 'Fires when a comment is refused because it comes too soon.',
  }),
};

type CommentHooks = typeof commentHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends CommentHooks {}
}
