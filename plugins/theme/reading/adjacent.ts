import type { Side } from '../../posts/index.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import type { Adjacent } from '../view.ts';
import type { ItemData } from './data.ts';
import type { Interface } from './interface.ts';

/**
 * The items before and after an item of a type whose items follow each other by date, as far as the visitor may read
 * them; none for pages and files.
 */
export async function readAdjacent(
  item: ItemData,
  rest: Interface,
  { permalinks, posts, types }: Pick<ThemeDependencies, 'permalinks' | 'posts' | 'types'>,
): Promise<Adjacent> {
  const type = types?.get(item.type);
  const shown = await posts?.loader(rest.context).load(item.id);
  if (!posts || !permalinks || !shown || type === undefined || type.hierarchical || type.name === 'attachment')
    return {};
  const read = async (side: Side): Promise<ItemData | undefined> => {
    const id = await posts.adjacentId(shown, side, rest.context.user);
    const post = id === undefined ? null : await posts.loader(rest.context).load(id);
    const route = post === null ? '' : permalinks.route(post);
    if (route === '') return undefined;
    const { ok, data } = await rest.get<ItemData>(route, { _fields: 'id,type,date,link,title' });
    return ok ? data : undefined;
  };
  const [previous, next] = await Promise.all([read('previous'), read('next')]);
  return { ...(previous && { previous }), ...(next && { next }) };
}
