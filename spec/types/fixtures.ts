import type { TestHost } from 'tappet/testing';

// What the compiler says of a member that a store does not take: `messages.spec.ts` holds it against the comment above each line.
export async function make({ fixtures }: TestHost): Promise<void> {
  // @ts-expect-error Object literal may only specify known properties, but 'titel' does not exist in type 'PostInput'. Did you mean to write 'title'?
  const post = await fixtures.post({ titel: 'First' });
  // @ts-expect-error Type 'number' is not assignable to type 'string'.
  const id: string = post.id;
  const comment = await fixtures.comment({ post: post.id, content: id });
  await fixtures.term({ taxonomy: 'post_tag', name: comment.content });
  await fixtures.user({ roles: ['editor'] });
}
