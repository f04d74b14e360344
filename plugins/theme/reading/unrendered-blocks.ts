import type { CurrentUser } from '../../../core/index.ts';
import { parseBlocks } from '../../content-rendering/index.ts';
import type { Post } from '../../posts/index.ts';
import type { ThemeDependencies } from '../dependencies.ts';

/**
 * The names of the blocks of an item that show nothing: no plugin has their type, and no markup is stored with them. None
 * for a user who may not edit the item.
 */
export function unrenderedBlocks(
  post: Post,
  user: CurrentUser,
  { blockTypes: types }: Pick<ThemeDependencies, 'blockTypes'>,
): readonly string[] {
  if (types === undefined || !user.can('edit_post', post)) return [];
  const names = new Set<string>();
  const waiting = parseBlocks(post.content);
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    const { blockName, innerBlocks, innerHTML } = block;
    for (const inner of innerBlocks) waiting.push(inner);
    const isEmpty = innerBlocks.length === 0 && innerHTML.trim() === '';
    if (blockName !== null && isEmpty && types.get(blockName) === undefined) names.add(blockName);
  }
  return [...names].sort();
}
