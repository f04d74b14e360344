import { type BlockTypes, parseBlocks } from '../../content-rendering/index.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import type { Interface } from './interface.ts';

/** The names of the blocks of a text that show nothing: no plugin has their type, and no markup is stored with them. */
export function unrenderedBlocks(content: string, types: Pick<BlockTypes, 'get'>): string[] {
  const names = new Set<string>();
  const waiting = parseBlocks(content);
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    const { blockName, innerBlocks, innerHTML } = block;
    for (const inner of innerBlocks) waiting.push(inner);
    const isEmpty = innerBlocks.length === 0 && innerHTML.trim() === '';
    if (blockName !== null && isEmpty && types.get(blockName) === undefined) names.add(blockName);
  }
  return [...names].sort();
}

/** Those of the text of an item, for a visitor who may edit it; none for anybody else. */
export async function readUnrenderedBlocks(
  route: string,
  rest: Interface,
  { blockTypes }: Pick<ThemeDependencies, 'blockTypes'>,
): Promise<readonly string[]> {
  if (blockTypes === undefined || rest.context.user.id === 0) return [];
  type Stored = { readonly content?: { readonly raw?: string } };
  const { ok, data } = await rest.get<Stored>(route, { context: 'edit', _fields: 'content.raw' });
  return ok ? unrenderedBlocks(data.content?.raw ?? '', blockTypes) : [];
}
