import type { CurrentUser } from 'tappet';
import type { Post } from 'tappet/plugins/posts';

declare module 'tappet' {
  interface CapabilityCatalogue {
    lend_book: [book: Post, days: number];
  }
}

/** What the compiler says of `can`: `messages.spec.ts` holds it against the comment above each line. */
export function asked(user: CurrentUser, post: Post, name: string): unknown[] {
  return [
    user.can('edit_post', post),
    user.can('edit_posts'),
    user.can('edit_user', 7),
    user.can('lend_book', post, 14),
    user.can('edit_book', post),
    user.can('edit_books'),
    user.can(name, post),
    // @ts-expect-error Expected 2 arguments, but got 1.
    user.can('edit_post'),
    // @ts-expect-error Argument of type 'number' is not assignable to parameter of type 'Post'.
    user.can('edit_post', 7),
    // @ts-expect-error Expected 1 arguments, but got 2.
    user.can('edit_posts', post),
    // @ts-expect-error Expected 3 arguments, but got 2.
    user.can('lend_book', post),
  ];
}
