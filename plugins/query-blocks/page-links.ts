import { addQueryArgs, type RequestContext } from '../../core/index.ts';
import { paginateLinks } from '../block-supports/index.ts';
import type { BlockInstance } from '../content-rendering/index.ts';

/** The greatest page that is looked for. */
const MOST_PAGES = 100_000;

/** The parameter of addresses that names the page of a list: `query-5-page`. */
function pageKey({ context: { queryId } }: BlockInstance): string {
  return Number.isSafeInteger(queryId) ? `query-${queryId}-page` : 'query-page';
}

/** The address that a request asked for, without its origin. */
function addressOf({ http }: RequestContext): URL {
  const origin = 'http://localhost';
  const address = http?.url ?? '/';
  return URL.canParse(address, origin) ? new URL(address.replace(/^[/\\]+/, '/'), origin) : new URL(origin);
}

/** The page of the list around a block that a request asks for, from 1. */
export function pageOf(block: BlockInstance, request: RequestContext): number {
  const page = Number(addressOf(request).searchParams.get(pageKey(block)) ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1;
}

/** The address of the page that was asked for, with another page of the list around a block. */
export function pageAddress(block: BlockInstance, request: RequestContext, page: number): string {
  const { pathname, search } = addressOf(request);
  return addQueryArgs(`${pathname}${search}`, { [pageKey(block)]: page });
}

/** Links to the pages of the list around a block by number. */
export function pageNumbers(block: BlockInstance, request: RequestContext, page: number, pages: number): string {
  const { search } = addressOf(request);
  return paginateLinks({ page, pages, hrefOf: (number) => addQueryArgs(search, { [pageKey(block)]: number }) });
}
