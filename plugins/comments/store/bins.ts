import type { Comment } from '../comment.ts';
import { existing, setStatus, type WriteServices } from './write.ts';

/** The places from which a comment can be restored with its earlier status: the trash and spam. */
const BINS = {
  trash: { in: ['trash_comment', 'trashed_comment'], out: ['untrash_comment', 'untrashed_comment'] },
  spam: { in: ['spam_comment', 'spammed_comment'], out: ['unspam_comment', 'unspammed_comment'] },
} as const;

type Bin = keyof typeof BINS;

const STATUS_KEY = '_wp_trash_meta_status';
const TIME_KEY = '_wp_trash_meta_time';

/** Puts a comment into the trash or among spam. One that another request has put there meanwhile keeps what is stored of it. */
export async function putAway(services: WriteServices, id: number, bin: Bin): Promise<Comment> {
  const { database, hooks, meta, clock } = services;
  const [before, after] = BINS[bin].in;
  const comment = await existing(database, id);
  if (comment.approved === bin) return comment;
  await hooks.action(before).promise(id, comment);
  const moved = await setStatus(services, id, bin);
  await meta.set('comment', id, STATUS_KEY, comment.approved);
  await meta.set('comment', id, TIME_KEY, String(Math.floor(clock.now().getTime() / 1000)));
  await hooks.action(after).promise(id, moved);
  return moved;
}

/** Takes a comment out again. */
export async function takeOut(services: WriteServices, id: number, bin: Bin): Promise<Comment> {
  const { database, hooks, meta } = services;
  const [before, after] = BINS[bin].out;
  const comment = await existing(database, id);
  await hooks.action(before).promise(id, comment);
  const [earlier] = await meta.get('comment', id, STATUS_KEY);
  const moved = await setStatus(services, id, typeof earlier === 'string' && earlier !== '' ? earlier : '0');
  await meta.delete('comment', id, STATUS_KEY);
  await meta.delete('comment', id, TIME_KEY);
  await hooks.action(after).promise(id, moved);
  return moved;
}
