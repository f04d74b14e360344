import type DataLoader from 'dataloader';
import { type RequestContext, serviceToken } from '../../../core/index.ts';
import type { MetaValues } from '../../meta/index.ts';
import type { Comment, CommentInput } from '../comment.ts';
import type { CommentQuery, CommentResult } from './comment-query.ts';

/** Comments: found, read and written, with all hooks that belong to them. Writes answer with the comment as it then is. */
export interface CommentStore {
  byId(id: number): Promise<Comment | null>;
  /** The comments of these ids that exist, in one statement. */
  byIds(ids: readonly number[]): Promise<Map<number, Comment>>;
  /** A loader that gathers the ids that a request needs. */
  loader(context: RequestContext): DataLoader<number, Comment | null>;
  /** A loader of how many answers, approved or held, a comment has. */
  childCounts(context: RequestContext): DataLoader<number, number>;
  /** A loader of the metadata of comments. */
  meta(context: RequestContext): DataLoader<number, MetaValues>;
  /** A part of a list, and its exact total. */
  query(args: CommentQuery): Promise<CommentResult>;
  /**
   * The same, for a request: lists of the comments of single items, or of the answers to single comments, that are
   * requested at about the same time are read in one statement.
   */
  list(context: RequestContext, args: CommentQuery): Promise<CommentResult>;
  /** Drops the comments that a request has read, once it has written some. */
  forget(context: RequestContext): void;
  /** Makes a comment; approved and dated now, unless the input says otherwise. Checks nothing. */
  insert(input: CommentInput): Promise<Comment>;
  /** Makes comments in their order; each item's are counted once, at the end. */
  insertAll(inputs: readonly CommentInput[]): Promise<Comment[]>;
  /** Changes a comment. Throws `rest_comment_invalid_id` when there is none; so do all that follow. */
  update(id: number, input: CommentInput): Promise<Comment>;
  /** Sets the stored status: `1` approved, `0` held, or another. */
  setStatus(id: number, approved: string): Promise<Comment>;
  /** Moves a comment to the trash, and stores its earlier status. */
  trash(id: number): Promise<Comment>;
  /** Gives a comment the status it had before the trash; held when that is unknown. */
  untrash(id: number): Promise<Comment>;
  /** Marks a comment as spam, and stores its earlier status. */
  spam(id: number): Promise<Comment>;
  /** Gives a comment the status it had before it was spam; held when that is unknown. */
  unspam(id: number): Promise<Comment>;
  /** Deletes a comment and its meta; its answers become answers of what it answered itself. */
  delete(id: number): Promise<Comment>;
  /** Counts the approved comments of items anew. */
  recount(postIds: readonly number[]): Promise<void>;
}

/** The token of the comments. */
export const CommentStore = serviceToken('comment-store', {
  requiredPermissions: 'content:write',
  reads: ['byId', 'byIds', 'loader', 'childCounts', 'meta', 'query', 'list'],
});

declare module '../../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'comment-store': CommentStore;
  }
}
