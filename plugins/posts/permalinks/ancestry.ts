import type { RequestContext } from '../../../core/index.ts';
import type { Post } from '../post.ts';
import type { PostStore } from '../post-store.ts';

/**
 * The ancestors of an item, nearest first. For items that are requested together it takes one statement for each level.
 */
export async function ancestorsOf(post: Post, store: PostStore, context: RequestContext): Promise<Post[]> {
  const ancestors: Post[] = [];
  const seen = new Set([post.id]);
  for (let parent = post.parent; parent !== 0 && !seen.has(parent); ) {
    seen.add(parent);
    const found = await store.loader(context).load(parent);
    if (found === null) break;
    ancestors.push(found);
    parent = found.parent;
  }
  return ancestors;
}

/** The slugs of an item's ancestors and its own, `parent/child`. */
export async function pathOf(post: Post, store: PostStore, context: RequestContext): Promise<string> {
  const ancestors = await ancestorsOf(post, store, context);
  return [...ancestors.reverse().map(({ name }) => name), post.name].filter((name) => name !== '').join('/');
}
