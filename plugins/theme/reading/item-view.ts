import type { PageRequest, Target } from '../addresses/page-request.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import { readAdjacent } from './adjacent.ts';
import { readComments } from './comments.ts';
import { isLocked } from './data.ts';
import type { Interface } from './interface.ts';
import { readPage } from './item-pages.ts';
import type { FoundItem } from './items.ts';
import { unrenderedBlocks } from './unrendered-blocks.ts';

/** The statuses of items that are no drafts of any kind. */
const SHOWN: ReadonlySet<string> = new Set(['publish', 'private', 'inherit']);

/** What the view of an item is asked for with. */
export interface ItemViewQuery {
  readonly target: Target;
  readonly pageRequest: PageRequest;
  /** Which page of the item. */
  readonly page: number;
  /** Whether what stands around the item is left out. */
  readonly isAlone: boolean;
}

/** The view of an item, with what stands around it; undefined for a page that it does not have. */
export async function readItemView(
  found: FoundItem,
  { target, pageRequest, page: asked, isAlone }: ItemViewQuery,
  rest: Interface,
  dependencies: ThemeDependencies,
) {
  const { route, password, stored } = found;
  const isPreview = pageRequest.preview || !SHOWN.has(found.item.status ?? '');
  const paged = { item: found.item, stored, isPreview };
  const shown = await readPage(paged, asked, pageRequest, rest.context, dependencies);
  if (shown === undefined) return undefined;
  const { item, page, totalPages, pageLinks, link } = shown;
  const [comments, adjacent] = await Promise.all([
    isLocked(item) || isAlone ? undefined : readComments(item, pageRequest, password, rest, dependencies),
    isPreview || isAlone ? undefined : readAdjacent(item, rest, dependencies),
  ]);
  return {
    kind: 'item',
    status: 200,
    pageRequest,
    target,
    title: item.title?.rendered ?? '',
    description: '',
    link,
    route,
    items: [],
    page,
    totalPages,
    item,
    pageLinks,
    ...(comments === undefined ? {} : { comments }),
    ...(adjacent === undefined ? {} : { adjacent }),
    unrenderedBlocks: isAlone ? [] : unrenderedBlocks(stored, rest.context.user, dependencies),
    isPreview,
  } as const;
}
