import type { EndpointArgument } from '../../core/index.ts';
import { choosingParams, orderByParam, orderParam, pagingParams } from '../posts/index.ts';

const ORDERS = 'date id include relevance slug include_slugs title'.split(' ');

/** The arguments of a list of revisions. Without `per_page` it holds all of them. */
export function collectionParams(context: EndpointArgument): Record<string, EndpointArgument> {
  const { page, per_page, search } = pagingParams();
  const { default: _, ...perPage } = per_page;
  return {
    context,
    page,
    per_page: perPage,
    search,
    ...choosingParams(),
    order: orderParam,
    orderby: orderByParam(ORDERS),
  };
}
