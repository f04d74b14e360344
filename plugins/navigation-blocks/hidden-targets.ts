import type { RequestContext } from '../../core/index.ts';
import type { ParsedBlock } from '../content-rendering/index.ts';
import type { NavigationDependencies } from './dependencies.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The item of the site that an item of a menu leads to; undefined where it leads elsewhere. */
function targetOf({ id, kind, type }: Attributes): number | undefined {
  if (kind !== 'post-type' && type !== 'post' && type !== 'page') return undefined;
  return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined;
}

/** Whether an item of a menu leads to an item of the site that is not there, or not published. */
export async function leadsToHidden(
  { posts }: Pick<NavigationDependencies, 'posts'>,
  attributes: Attributes,
  request: RequestContext,
): Promise<boolean> {
  const id = targetOf(attributes);
  return id !== undefined && (await posts.loader(request).load(id))?.status !== 'publish';
}

/** Reads the items of the site that the items of a menu lead to, at any depth, together. */
export async function loadTargets(
  { posts }: Pick<NavigationDependencies, 'posts'>,
  blocks: readonly ParsedBlock[],
  request: RequestContext,
): Promise<void> {
  const ids = new Set<number>();
  const waiting = [...blocks];
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    const id = targetOf(block.attrs);
    if (id !== undefined) ids.add(id);
    for (const inner of block.innerBlocks) waiting.push(inner);
  }
  await Promise.all([...ids].map((id) => posts.loader(request).load(id)));
}
