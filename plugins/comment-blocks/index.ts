import { definePlugin } from '../../core/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { CommentStore } from '../comments/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { UserStore } from '../users/index.ts';
import { commentAuthorName } from './blocks/comment-author-name.ts';
import { commentContent } from './blocks/comment-content.ts';
import { commentDate } from './blocks/comment-date.ts';
import { commentEditLink } from './blocks/comment-edit-link.ts';
import { commentReplyLink } from './blocks/comment-reply-link.ts';
import { commentTemplate } from './blocks/comment-template.ts';
import { comments, postComments } from './blocks/comments.ts';
import { commentsPagination } from './blocks/comments-pagination.ts';
import { commentsPaginationNext, commentsPaginationPrevious } from './blocks/comments-pagination-link.ts';
import { commentsPaginationNumbers } from './blocks/comments-pagination-numbers.ts';
import { commentsTitle } from './blocks/comments-title.ts';
import { postCommentsForm } from './blocks/post-comments-form.ts';
import type { CommentBlockDependencies } from './dependencies.ts';
import { commentBlockHooks } from './hooks.ts';

const BLOCKS = [
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
  commentTemplate,
  comments,
  commentsPagination,
  commentsPaginationNext,
  commentsPaginationNumbers,
  commentsPaginationPrevious,
  commentsTitle,
  postComments,
  postCommentsForm,
];

/** The comments on an item, and their parts. */
export default definePlugin({
  name: 'comment-blocks',
  version: '0.1.0',
  description:
    'Renders the comments on an item with their parts, links and pages, and the form for a new one, as blocks.',
  group: 'content',
  cacheable: true,
  requires: {
    comments: '^0.1.0',
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    formatting: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['block-supports'],
  capabilities: ['content:read', 'options:read', 'users:read'],
  hooks: commentBlockHooks,
  setup({ hooks, site, use }) {
    const dependencies: CommentBlockDependencies = {
      hooks,
      site,
      options: use(Options),
      clock: use(SiteClock),
      types: use(ContentTypes),
      comments: use(CommentStore),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      users: use(UserStore),
      renderer: use(Renderer),
    };
    const types = use(BlockTypes);
    for (const block of BLOCKS) types.register(withAttributesOfSupports(block(dependencies)));
  },
});
