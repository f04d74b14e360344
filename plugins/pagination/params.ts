import { type EndpointArgument, validateRequestArg } from '../../core/index.ts';
import { toInteger } from '../../core/schema/index.ts';

/** The page of a list that is shown where a request names none. */
export const FIRST_PAGE = 1;

/** How many members a page of a list has where a request does not say. */
export const PER_PAGE = 10;

/** The most members that a page of a list may have. */
export const MOST_PER_PAGE = 100;

/** The arguments `page` and `per_page` of a list, with a description of each. */
export const pagingParams = (
  page: string,
  perPage: string,
): { page: EndpointArgument; per_page: EndpointArgument } => ({
  page: { description: page, type: 'integer', default: FIRST_PAGE, minimum: 1 },
  per_page: { description: perPage, type: 'integer', default: PER_PAGE, minimum: 1, maximum: MOST_PER_PAGE },
});

/** An argument that is a number without sign. */
export const unsigned = (argument: EndpointArgument): EndpointArgument => ({
  ...argument,
  sanitize_callback: (value) => Math.abs(toInteger(value)),
  validate_callback: validateRequestArg,
});
