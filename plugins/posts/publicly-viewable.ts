import { type ContentTypes, isViewable } from '../content-types/index.ts';
import type { Post } from './post.ts';

/** Whether everybody may see an item: it is published, and items of its type have pages. Its texts may need a password. */
export function isPubliclyViewable(
  { type: name, status }: Pick<Post, 'type' | 'status'>,
  types: Pick<ContentTypes, 'get'>,
) {
  const type = types.get(name);
  return status === 'publish' && type !== undefined && isViewable(type);
}
