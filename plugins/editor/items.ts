import { addQueryArgs, formatDate, type HttpContext } from '../../core/index.ts';
import { formText, queryText } from '../sessions/index.ts';
import { typeFor } from './item-types.ts';
import type { EditorKit } from './kit.ts';
import { sendRefusal } from './refusal.ts';
import type { Visitor } from './visitor.ts';

/** How long what was begun and never saved is kept, in milliseconds. */
const KEPT = 7 * 24 * 3600 * 1000;

/** Begins an item and leads to the editor. What is never saved shows nowhere, and goes after a week. */
export async function beginItem(http: HttpContext, { context }: Visitor, kit: EditorKit): Promise<void> {
  const { user } = context;
  const type = typeFor(formText(http, 'type') || formText(http, 'post_type') || 'post', user, kit.types);
  if (type === undefined || !user.can(type.cap.create_posts!)) {
    return sendRefusal(http, 'You may not add this.', kit, 403);
  }
  await forgetOldBeginnings(user.id, kit);
  const post = await kit.posts.insert({ type: type.name, status: 'auto-draft', title: 'Auto Draft' }, { by: user });
  http.redirect(itemUrl(post.id, kit));
}

/** Takes an item out of the trash. */
export async function restoreItem(http: HttpContext, { context }: Visitor, kit: EditorKit): Promise<void> {
  const { user } = context;
  const post = await kit.posts.byId(Number(formText(http, 'restore')) || 0);
  const isTheirs = post !== null && typeFor(post.type, user, kit.types) !== undefined && user.can('delete_post', post);
  if (!isTheirs || post.status !== 'trash') return sendRefusal(http, 'There is no such item in the trash.', kit);
  await kit.posts.untrash(post.id, { by: user });
  http.redirect(addQueryArgs(`${kit.site.home}/editor`, { type: post.type }));
}

/** Leads to a revision, which the editor shows over its item. */
export async function leadToRevision(http: HttpContext, { context }: Visitor, kit: EditorKit): Promise<void> {
  const revision = await kit.posts.byId(Number(queryText(http, 'revision')) || 0);
  const post = revision?.type === 'revision' ? await kit.posts.byId(revision.parent) : null;
  if (revision === null || post === null || !context.user.can('edit_post', post)) {
    return sendRefusal(http, 'There is no such revision that you may look at.', kit);
  }
  http.redirect(addQueryArgs(itemUrl(post.id, kit), { revision: revision.id }));
}

/** The address of an item in the editor. */
export const itemUrl = (id: number, { site }: Pick<EditorKit, 'site'>): string =>
  addQueryArgs(`${site.home}/editor/post.php`, { post: id, action: 'edit' });

async function forgetOldBeginnings(author: number, { posts, types, clock }: EditorKit): Promise<void> {
  const old = formatDate(Math.floor((clock.now().getTime() - KEPT) / 1000));
  const { ids } = await posts.query({
    types: types.all().map(({ name }) => name),
    statuses: ['auto-draft'],
    authors: [author],
    dates: [{ column: 'post_modified', before: old }],
    perPage: 20,
  });
  for (const id of ids) await posts.delete(id);
}
