import type { PluginHooks } from '../../../core/index.ts';
import type { Database, Parameter } from '../../database/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import type { SiteClock } from '../../options/index.ts';
import { lockPosts } from '../../posts/index.ts';
import { type Comment, type CommentInput, statusName, toRow } from '../comment.ts';
import { errors } from '../errors.ts';
import { datesOf } from './dates.ts';
import { byIds } from './read.ts';

/** The services that writing comments needs. */
export interface WriteServices {
  readonly database: Database;
  readonly hooks: PluginHooks;
  readonly meta: MetaStore;
  readonly clock: SiteClock;
}

/** Reads a comment that must be there. */
export async function existing(database: Database, id: number): Promise<Comment> {
  const comment = (await byIds(database, [id])).get(id);
  if (comment === undefined) throw errors.rest_comment_invalid_id();
  return comment;
}

/** Makes a comment. */
export async function insert(services: WriteServices, input: CommentInput): Promise<Comment> {
  const [comment] = await insertAll(services, [input]);
  return comment!;
}

/** Makes comments. */
export async function insertAll(services: WriteServices, inputs: readonly CommentInput[]): Promise<Comment[]> {
  const { database, hooks } = services;
  const wanted = inputs.map(({ importId = 0 }) => importId).filter((id) => id > 0);
  const taken = new Set((await byIds(database, wanted)).keys());
  const ids: number[] = [];
  for (const input of inputs) {
    const values = { approved: '1', type: 'comment', ...input, ...datesOf(services.clock, input) };
    const { importId = 0 } = input;
    const isFree = importId > 0 && !taken.has(importId);
    const id = await database.insert('comments', { ...toRow(values), ...(isFree ? { comment_ID: importId } : {}) });
    taken.add(id);
    ids.push(id);
  }
  const stored = await byIds(database, ids);
  const comments = ids.map((id) => stored.get(id)!);
  await recount(
    services,
    comments.filter(({ approved }) => approved === '1').map(({ post }) => post),
  );
  for (const comment of comments) await hooks.action('wp_insert_comment').promise(comment.id, comment);
  return comments;
}

/** Changes a comment. */
export async function update(services: WriteServices, before: Comment, input: CommentInput): Promise<Comment> {
  const { database, hooks } = services;
  const { id } = before;
  const dates = input.date === undefined && input.dateGmt === undefined ? {} : datesOf(services.clock, input);
  const row = toRow({ ...input, ...dates });
  if (Object.keys(row).length > 0) {
    await database.db.updateTable('comments').set(row).where('comment_ID', '=', id).execute();
  }
  const comment = await existing(database, id);
  await recountMoved(services, before, comment);
  await hooks.action('edit_comment').promise(id, comment);
  await transition(hooks, before.approved, comment);
  return comment;
}

/** Sets the stored status of a comment. */
export async function setStatus(services: WriteServices, before: Comment, approved: string): Promise<Comment> {
  const { database, hooks } = services;
  const { id } = before;
  const statement = database.prepare('comments.setStatus', (parameter: Parameter<{ id: number; approved: string }>) =>
    database.db
      .updateTable('comments')
      .set({ comment_approved: parameter('approved') })
      .where('comment_ID', '=', parameter('id')),
  );
  database.unawaited(statement.run({ id, approved }));
  const comment = { ...before, approved };
  await recountMoved(services, before, comment);
  await hooks.action('wp_set_comment_status').promise(id, approved);
  await transition(hooks, before.approved, comment);
  return comment;
}

/** Deletes a comment. */
export async function remove(services: WriteServices, comment: Comment): Promise<Comment> {
  const { database, hooks, meta } = services;
  const { id } = comment;
  await hooks.action('delete_comment').promise(id, comment);
  database.unawaited(
    Promise.all([moveUpAnswers(comment, database), meta.deleteAll('comment', id), deleteRow(id, database)]),
  );
  if (comment.approved === '1') await recount(services, [comment.post]);
  await hooks.action('deleted_comment').promise(id, comment);
  await hooks.action('transition_comment_status').promise('delete', statusName(comment.approved), comment);
  return comment;
}

async function moveUpAnswers({ id, parent }: Comment, { db, prepare }: Database): Promise<void> {
  const statement = prepare('comments.moveUp', (parameter: Parameter<{ id: number; parent: number }>) =>
    db
      .updateTable('comments')
      .set({ comment_parent: parameter('parent') })
      .where('comment_parent', '=', parameter('id')),
  );
  await statement.run({ id, parent });
}

async function deleteRow(id: number, { db, prepare }: Database): Promise<void> {
  const statement = prepare('comments.delete', (parameter: Parameter<{ id: number }>) =>
    db.deleteFrom('comments').where('comment_ID', '=', parameter('id')),
  );
  await statement.run({ id });
}

/** Counts the approved comments of items anew. They are locked, so that the count sees what others have stored. */
export async function recount({ database, hooks }: WriteServices, postIds: readonly number[]): Promise<void> {
  const ids = [...new Set(postIds)].filter((id) => id > 0);
  if (ids.length === 0) return;
  await lockPosts(database, ids);
  const statement = database.prepare('comments.recount', (parameter: Parameter<{ ids: readonly number[] }>) =>
    database.db
      .updateTable('posts')
      .set((eb) => ({
        comment_count: eb
          .selectFrom('comments')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('comments.comment_post_ID', '=', 'posts.ID')
          .where('comments.comment_approved', '=', '1'),
      }))
      .where('ID', 'in', parameter('ids')),
  );
  database.unawaited(statement.run({ ids }));
  await hooks.action('wp_update_comment_count').promise(ids);
}

/**
 * Counts anew where an approved comment came, went or moved. WordPress counts after every change, which tells in its
 * tables: it does not count when an item goes to the trash with its comments.
 */
async function recountMoved(services: WriteServices, before: Comment, after: Comment): Promise<void> {
  const counted = ({ approved, post }: Comment) => (approved === '1' ? post : 0);
  const isMoved = counted(before) !== counted(after);
  if (isMoved) await recount(services, [counted(before), counted(after)]);
  else if (services.database.isGuest) await recount(services, [after.post]);
}

async function transition(hooks: PluginHooks, before: string, comment: Comment): Promise<void> {
  if (before === comment.approved) return;
  const [from, to] = [statusName(before), statusName(comment.approved)];
  await hooks.action('transition_comment_status').promise(to, from, comment);
}
