import type { HttpContext } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import { formText, isFromOwnPage } from '../sessions/index.ts';
import type { EditorDependencies } from './dependencies.ts';
import { itemId } from './item-id.ts';
import { typeFor } from './item-types.ts';
import { isNonce, lockActions } from './lock-nonces.ts';
import { heldBy } from './lock-settings.ts';
import { signedIn, type Visitor } from './visitor.ts';

/** How often the editor refreshes its lock, in seconds. */
export const HEARTBEAT = 15;

/** Answers the editor's heartbeat: refreshes the lock of an item, or tells who has taken it over. */
export async function answerHeartbeat(http: HttpContext, dependencies: EditorDependencies): Promise<void> {
  const visitor = await signedIn(http, dependencies);
  if (visitor === undefined) return sendJson(http, 401, { code: 'rest_not_logged_in', message: 'You are signed out.' });
  const { brand, locks, site } = dependencies;
  const nonce = http.get(brand.header('Nonce'));
  if (!isFromOwnPage(http, site) || !isNonce(nonce, brand.nonceAction, visitor, dependencies)) {
    return sendJson(http, 403, { code: 'rest_cookie_invalid_nonce', message: 'The nonce is too old.' });
  }
  const post = await editable(formText(http, 'post'), visitor, dependencies);
  if (post === undefined || locks === undefined) {
    return sendJson(http, 403, { code: 'rest_cannot_edit', message: 'There is no such item that you may edit.' });
  }
  const renewed = await locks.refresh(post.id, visitor.session.userId);
  if ('lock' in renewed) return sendJson(http, 200, { new_lock: renewed.lock });
  const { name, avatar } = await heldBy(renewed.holder, visitor, dependencies);
  sendJson(http, 200, { lock_error: { name, avatar_src_2x: avatar } });
}

/** Lets go of the lock of an item whose editor is closed. The client reads no answer. */
export async function releaseLock(http: HttpContext, dependencies: EditorDependencies): Promise<void> {
  const visitor = await signedIn(http, dependencies);
  const post = visitor && (await editable(formText(http, 'post_ID'), visitor, dependencies));
  const isMeant =
    post !== undefined &&
    isFromOwnPage(http, dependencies.site) &&
    isNonce(formText(http, '_wpnonce'), lockActions.release(post.id), visitor!, dependencies);
  http.status = isMeant ? 204 : 403;
  http.set('Cache-Control', 'no-store');
  if (isMeant) await dependencies.locks?.release(post.id, formText(http, 'active_post_lock'), visitor!.session.userId);
}

/** The item of an id, if it is one that the visitor may edit here. */
async function editable(id: string, { context }: Visitor, dependencies: EditorDependencies): Promise<Post | undefined> {
  const post = await dependencies.posts.byId(itemId(id));
  if (post === null || typeFor(post.type, context.user, dependencies.types) === undefined) return undefined;
  return context.user.can('edit_post', post) ? post : undefined;
}

function sendJson(http: HttpContext, status: number, data: object): void {
  http.status = status;
  http.type = 'application/json; charset=utf-8';
  http.set('Cache-Control', 'no-store');
  http.body = JSON.stringify('code' in data ? { ...data, data: { status } } : data);
}
