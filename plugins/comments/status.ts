import type { RestRequest } from '../../core/index.ts';
import { type Comment, statusName } from './comment.ts';
import type { CommentStore } from './store/comment-store.ts';

/** Gives a comment the status that a request asks for; an unknown status, or the present one, changes nothing. */
export async function setRequestedStatus(
  comments: CommentStore,
  comment: Comment,
  request: RestRequest,
): Promise<Comment> {
  const status = request.getParam('status');
  if (status === statusName(comment.approved)) return comment;
  switch (status) {
    case 'approved':
    case 'approve':
    case '1':
      return comments.setStatus(comment.id, '1');
    case 'hold':
    case '0':
      return comments.setStatus(comment.id, '0');
    case 'spam':
      return comments.spam(comment.id);
    case 'unspam':
      return comments.unspam(comment.id);
    case 'trash':
      return comments.trash(comment.id);
    case 'untrash':
      return comments.untrash(comment.id);
    default:
      return comment;
  }
}

/** The status of a comment as it is shown. */
export function shownStatus({ approved }: Comment): string {
  if (approved === '1' || approved === 'approve') return 'approved';
  return approved === '0' ? 'hold' : approved;
}
