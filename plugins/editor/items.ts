import { addQueryArgs, type HttpContext } from '../../core/index.ts';
import { formatDate } from '../../core/site/index.ts';
import { formText, queryText } from '../sessions/index.ts';
import type { EditorDependencies } from './dependencies.ts';
import { itemId } from './item-id.ts';
import { typeFor } from './item-types.ts';
import { sendRefusal } from './refusal.ts';
import type { Visitor } from './visitor.ts';

/** How long an item that was never saved stays, in milliseconds. */
const KEPT = 7 * 24 * 3600 * 1000;

/** Begins an item and leads to the editor. An item that is never saved is listed nowhere, and is deleted after a week. */
export async function beginItem(
  http: HttpContext,
  { context }: Visitor,
  dependencies: Pick<EditorDependencies, 'clock' | 'options' | 'posts' | 'site' | 'types'>,
): Promise<void> {
  const { user } = context;
  const type = typeFor(formText(http, 'type') || formText(http, 'post_type') || 'post', user, dependencies.types);
  if (type === undefined || !user.can(type.cap.create_posts!)) {
    return sendRefusal(http, 'You may not add this.', dependencies, 403);
  }
  await forgetOldBeginnings(user.id, dependencies);
  const post = await dependencies.posts.insert(
    { type: type.name, status: 'auto-draft', title: 'Auto Draft' },
    { by: user },
  );
  http.redirect(itemUrl(post.id, dependencies));
}

/** Takes an item out of the trash. */
export async function restoreItem(
  http: HttpContext,
  { context }: Visitor,
  dependencies: Pick<EditorDependencies, 'options' | 'posts' | 'site' | 'types'>,
): Promise<void> {
  const { user } = context;
  const post = await dependencies.posts.byId(itemId(formText(http, 'restore')));
  const isTheirs =
    post !== null && typeFor(post.type, user, dependencies.types) !== undefined && user.can('delete_post', post);
  if (!isTheirs || post.status !== 'trash')
    return sendRefusal(http, 'There is no such item in the trash.', dependencies);
  await dependencies.posts.untrash(post.id, { by: user });
  http.redirect(addQueryArgs(`${dependencies.site.home}/editor`, { type: post.type }));
}

/** Leads to a revision, which the editor shows over its item. */
export async function leadToRevision(
  http: HttpContext,
  { context }: Visitor,
  dependencies: Pick<EditorDependencies, 'options' | 'posts' | 'site'>,
): Promise<void> {
  const revision = await dependencies.posts.byId(itemId(queryText(http, 'revision')));
  const post = revision?.type === 'revision' ? await dependencies.posts.byId(revision.parent) : null;
  if (revision === null || post === null || !context.user.can('edit_post', post)) {
    return sendRefusal(http, 'There is no such revision that you may look at.', dependencies);
  }
  http.redirect(addQueryArgs(itemUrl(post.id, dependencies), { revision: revision.id }));
}

/** The address of an item in the editor. */
export const itemUrl = (id: number, { site }: Pick<EditorDependencies, 'site'>): string =>
  addQueryArgs(`${site.home}/editor/post.php`, { post: id, action: 'edit' });

async function forgetOldBeginnings(
  author: number,
  { posts, types, clock }: Pick<EditorDependencies, 'clock' | 'posts' | 'types'>,
): Promise<void> {
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
