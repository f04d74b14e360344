import type { EditorDependencies } from './dependencies.ts';
import type { Visitor } from './visitor.ts';

/** What nonces are made for: to take over an item, and to let go of it, by the names that the packages use. */
export const lockActions = {
  take: (post: number): string => `lock-post_${post}`,
  release: (post: number): string => `update-post_${post}`,
};

/** A nonce of a visitor's session. */
export const nonceFor = (
  action: string,
  { session }: Visitor,
  { nonces }: Pick<EditorDependencies, 'nonces'>,
): string => nonces.create(action, { userId: session.userId, sessionToken: session.token });

/** Whether a nonce is one of a visitor's session for an action. */
export const isNonce = (
  nonce: string,
  action: string,
  { session }: Visitor,
  { nonces }: Pick<EditorDependencies, 'nonces'>,
): boolean => nonces.verify(nonce, action, { userId: session.userId, sessionToken: session.token }) !== false;
