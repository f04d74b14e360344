import { setLockedMeta, TRASH_STATUS, TRASH_TIME } from '../../posts/index.ts';
import type { Comment } from '../comment.ts';
import { existing, setStatus, type WriteServices } from './write.ts';

/** The places from which a comment can be restored with its earlier status: the trash and spam. */
const BINS = {
  trash: { in: ['trash_comment', 'trashed_comment'], out: ['untrash_comment', 'untrashed_comment'] },
  spam: { in: ['spam_comment', 'spammed_comment'], out: ['unspam_comment', 'unspammed_comment'] },
} as const;

type Bin = keyof typeof BINS;

type Announcement = (typeof BINS)[Bin]['in' | 'out'][0];

/** Puts a comment into the trash or among spam. One that another request has put there meanwhile keeps what is stored of it. */
export async function putAway(services: WriteServices, comment: Comment, bin: Bin): Promise<Comment> {
  const { hooks, meta, clock } = services;
  if (comment.approved === bin) return comment;
  const { id } = comment;
  const [before, after] = BINS[bin].in;
  const moved = await setStatus(services, await announced(services, before, comment), bin);
  const time = String(Math.floor(clock.now().getTime() / 1000));
  await setLockedMeta(meta, 'comment', id, { [TRASH_STATUS]: comment.approved, [TRASH_TIME]: time });
  await hooks.action(after).promise(id, moved);
  return moved;
}

/** Takes a comment out again. */
export async function takeOut(services: WriteServices, comment: Comment, bin: Bin): Promise<Comment> {
  const { hooks, meta } = services;
  const { id } = comment;
  const [before, after] = BINS[bin].out;
  const now = await announced(services, before, comment);
  const [earlier] = await meta.get('comment', id, TRASH_STATUS);
  const moved = await setStatus(services, now, typeof earlier === 'string' && earlier !== '' ? earlier : '0');
  await Promise.all([meta.delete('comment', id, TRASH_STATUS), meta.delete('comment', id, TRASH_TIME)]);
  await hooks.action(after).promise(id, moved);
  return moved;
}

/** Fires the hook before a move; answers with the comment as it is then, which taps may have changed. */
async function announced(
  { database, hooks }: Pick<WriteServices, 'database' | 'hooks'>,
  name: Announcement,
  comment: Comment,
): Promise<Comment> {
  const hook = hooks.action(name);
  if (!hook.isUsed()) return comment;
  await hook.promise(comment.id, comment);
  return existing(database, comment.id);
}
