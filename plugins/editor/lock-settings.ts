import type { HttpContext } from '../../core/index.ts';
import type { Post } from '../posts/index.ts';
import { queryText } from '../sessions/index.ts';
import type { EditorDependencies } from './dependencies.ts';
import { itemUrl } from './items.ts';
import { isNonce, lockActions, nonceFor } from './lock-nonces.ts';
import { sendRefusal } from './refusal.ts';
import { shownUsers } from './shown-users.ts';
import type { Visitor } from './visitor.ts';

/** What the packages show of who holds an item; a user whom the interface does not show stays unnamed. */
export async function heldBy(holder: number, visitor: Visitor, dependencies: EditorDependencies) {
  const user = (await shownUsers([holder], visitor, dependencies)).get(holder);
  return { name: user?.name ?? '', avatar: user?.avatar_urls?.['96'] ?? '' };
}

/** The settings of the editor for the lock of an item, which the visitor gets unless someone else holds it. */
export async function lockSettings(post: Post, visitor: Visitor, dependencies: EditorDependencies) {
  const { locks, site } = dependencies;
  if (locks === undefined) return { postLock: { isLocked: false } };
  const renewed = await locks.refresh(post.id, visitor.session.userId);
  return {
    postLock:
      'lock' in renewed
        ? { isLocked: false, activePostLock: renewed.lock }
        : { isLocked: true, user: await heldBy(renewed.holder, visitor, dependencies) },
    postLockUtils: {
      nonce: nonceFor(lockActions.take(post.id), visitor, dependencies),
      unlockNonce: nonceFor(lockActions.release(post.id), visitor, dependencies),
      ajaxUrl: `${site.home}/editor/release`,
    },
  };
}

/** Gives the visitor the lock of an item that someone else holds, and leads back to the item. */
export async function takeOver(
  http: HttpContext,
  post: Post,
  visitor: Visitor,
  dependencies: EditorDependencies,
): Promise<void> {
  if (!isNonce(queryText(http, '_wpnonce'), lockActions.take(post.id), visitor, dependencies)) {
    return sendRefusal(http, 'The link to take over is too old. Please open the item again.', dependencies, 403);
  }
  await dependencies.locks?.take(post.id, visitor.session.userId);
  http.redirect(itemUrl(post.id, dependencies));
}

/** The names of those who hold items, by item; empty for whom the interface does not show to the visitor. */
export async function holderNames(
  posts: readonly number[],
  visitor: Visitor,
  dependencies: Pick<EditorDependencies, 'brand' | 'locks' | 'preloader'>,
): Promise<Map<number, string>> {
  const holders = await dependencies.locks?.holders(posts, visitor.session.userId);
  if (holders === undefined) return new Map();
  const users = await shownUsers(holders.values(), visitor, dependencies);
  return new Map([...holders].map(([post, holder]) => [post, users.get(holder)?.name ?? '']));
}
