import { addQueryArgs, type RequestContext } from '../../../core/index.ts';
import {
  addressOfPage,
  hasMarks,
  linkPages,
  moreLink,
  noteShownPage,
  pagesOf,
  textOfPage,
} from '../../content-rendering/index.ts';
import { type Post, pageAddresses } from '../../posts/index.ts';
import type { PageRequest } from '../addresses/page-request.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import { type ItemData, isLocked } from './data.ts';

/** An item whose content may have several pages. */
interface PagedItem {
  readonly item: ItemData;
  readonly stored: Post;
  readonly isPreview: boolean;
}

/** A page of an item: its content, links to the others, and its own address; past the last one it is the first. */
export interface PageOfItem {
  readonly item: ItemData;
  readonly page: number;
  readonly totalPages: number;
  /** The links to the pages, as markup; empty for one page. */
  readonly pageLinks: string;
  /** The address of the page that is shown. */
  readonly link: string;
}

/**
 * The page of an item that an address asks for; undefined where it asks for another than the first of an item that has
 * only one.
 */
export async function readPage(
  { item, stored, isPreview }: PagedItem,
  asked: number,
  pageRequest: PageRequest,
  context: RequestContext,
  dependencies: ThemeDependencies,
): Promise<PageOfItem | undefined> {
  const whole = { item, page: 1, totalPages: 1, pageLinks: '', link: item.link };
  const { renderer, hooks } = dependencies;
  const isOne = renderer === undefined || !hasMarks(stored.content);
  const pages = isOne ? [stored.content] : pagesOf(stored, hooks);
  const totalPages = Math.max(pages.length, 1);
  if (totalPages === 1 && asked > 1) return undefined;
  const page = asked > totalPages ? 1 : asked;
  const link = addressOfPage(item.link, page, pageAddresses(item.id, dependencies));
  if (isOne || isLocked(item) || item.content === undefined) return { ...whole, page, totalPages, link };
  noteShownPage(context, item.id, page);
  const text = textOfPage(item.id, stored.content, pages, page);
  const rendered = await renderer.content(text, stored, { request: context });
  const address = (to: number) =>
    isPreview ? previewAddress(to, pageRequest) : addressOfPage(item.link, to, pageAddresses(item.id, dependencies));
  return {
    item: { ...item, content: { ...item.content, rendered } },
    page,
    totalPages,
    pageLinks: linkPages({ page, totalPages, address }, hooks),
    link,
  };
}

/**
 * Items of a list with the beginnings of their contents, as far as a `<!--more-->`, for those that have one and no excerpt
 * of their own.
 */
export async function withTeasers(
  items: readonly ItemData[],
  context: RequestContext,
  { posts, renderer, hooks }: Pick<ThemeDependencies, 'hooks' | 'posts' | 'renderer'>,
): Promise<ItemData[]> {
  if (posts === undefined || renderer === undefined) return [...items];
  const withTeaser = async (item: ItemData): Promise<ItemData> => {
    if (item.excerpt === undefined || item.excerpt.protected === true) return item;
    const stored = await posts.loader(context).load(item.id);
    if (stored === null || stored.excerpt.trim() !== '' || !stored.content.includes('<!--more')) return item;
    const [first = ''] = pagesOf(stored, hooks);
    const { id, link, title } = item;
    const text = moreLink(first, { id, link, title: title?.rendered ?? '' }, hooks);
    return text === first ? item : { ...item, teaser: await renderer.content(text, stored, { request: context }) };
  };
  return Promise.all(items.map(withTeaser));
}

/** The address of a page of a preview: the one that is requested, with the number in its query. */
function previewAddress(page: number, { path, query }: PageRequest): string {
  const { page: _, ...rest } = Object.fromEntries(query);
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return addQueryArgs(encoded, page > 1 ? { ...rest, page } : rest);
}
