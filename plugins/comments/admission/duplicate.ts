import type { CommentInput } from '../comment.ts';
import { errors } from '../errors.ts';
import type { CommentServices } from '../services.ts';

/** Throws `comment_duplicate` when the same author has said the same in the same place, and it is not in the trash. */
export async function checkDuplicate(
  { database, hooks }: Pick<CommentServices, 'database' | 'hooks'>,
  input: CommentInput,
): Promise<void> {
  const { post = 0, parent = 0, authorName = '', authorEmail = '', content = '' } = input;
  const row = await database.db
    .selectFrom('comments')
    .select('comment_ID')
    .where('comment_post_ID', '=', post)
    .where('comment_parent', '=', parent)
    .where('comment_approved', '!=', 'trash')
    .where((eb) =>
      eb.or([
        eb(database.fold('comment_author'), '=', authorName.toLowerCase()),
        ...(authorEmail === '' ? [] : [eb(database.fold('comment_author_email'), '=', authorEmail.toLowerCase())]),
      ]),
    )
    .where('comment_content', '=', content)
    .limit(1)
    .executeTakeFirst();
  const id = await hooks.filter('duplicate_comment_id').promise(row?.comment_ID ?? 0, input);
  if (id === 0) return;
  hooks.action('comment_duplicate_trigger').call(input);
  throw errors.comment_duplicate();
}
