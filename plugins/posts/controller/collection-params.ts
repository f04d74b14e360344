import { type EndpointArgument, type RestRequest, validateRequestArg } from '../../../core/index.ts';
import { parseList, toText } from '../../../core/schema/index.ts';
import { sanitizeTextField, slugify } from '../../../core/text/index.ts';
import { pagingParams as paging, unsigned } from '../../pagination/index.ts';
import { postErrors as errors } from '../errors.ts';
import { DEFAULT_ORDER, DEFAULT_ORDER_BY } from '../query/post-query.ts';
import type { TypeScope } from './dependencies.ts';
import { taxonomyParams } from './taxonomy-params.ts';

type Params = Record<string, EndpointArgument>;

const ids = (description: string): EndpointArgument => ({
  description,
  type: 'array',
  items: { type: 'integer' },
  default: [],
});

const date = (description: string): EndpointArgument => ({ description, type: 'string', format: 'date-time' });

/** The arguments that every list of items has. */
export function pagingParams(): Record<'page' | 'per_page' | 'search', EndpointArgument> {
  const { page, per_page } = paging('The page of the list.', 'The most items on a page.');
  return { page: unsigned(page), per_page: unsigned(per_page), search: searchParam };
}

const searchParam: EndpointArgument = {
  description: 'Words that the items hold.',
  type: 'string',
  sanitize_callback: (value) => sanitizeTextField(toText(value)),
  validate_callback: validateRequestArg,
};

/** Arguments that select items by id, and a part of the list. */
export const choosingParams = (): Params => ({
  exclude: ids('All but these items. Without effect beside include.'),
  include: ids('These items alone.'),
  offset: { description: 'How many items to leave out at the beginning of the list.', type: 'integer' },
});

/** The argument that gives the direction of the order. */
export const orderParam: EndpointArgument = {
  description: 'The direction of the order.',
  type: 'string',
  default: DEFAULT_ORDER,
  enum: ['asc', 'desc'],
};

/** The argument that says what a list is ordered by. */
export const orderByParam = (orders: readonly string[]): EndpointArgument => ({
  description: 'What the list is ordered by.',
  type: 'string',
  default: DEFAULT_ORDER_BY,
  enum: orders,
});

const ORDERS = 'author date id include modified parent relevance slug include_slugs title'.split(' ');

/** The arguments of a list of the items of a type. */
export function collectionParams(
  scope: TypeScope<'hooks' | 'statuses' | 'taxonomies'>,
  context: EndpointArgument,
): Params {
  const { type, dependencies } = scope;
  const { page, per_page, search } = pagingParams();
  const { exclude, include, offset } = choosingParams();
  const hasAuthor = type.supports.has('author');
  const hasOrder = type.name === 'page' || type.supports.has('page-attributes');
  const hasParent = type.hierarchical || type.name === 'attachment';
  const params: Record<string, EndpointArgument | false | undefined> = {
    context,
    page,
    per_page,
    search,
    after: date('Items of after this date.'),
    modified_after: date('Items that were changed after this date.'),
    author: hasAuthor && ids('Items of these authors.'),
    author_exclude: hasAuthor && ids('All but the items of these authors.'),
    before: date('Items of before this date.'),
    modified_before: date('Items that were changed before this date.'),
    exclude,
    include,
    menu_order: hasOrder && { description: 'Items with this place among others.', type: 'integer' },
    offset,
    order: orderParam,
    orderby: orderByParam(hasOrder ? [...ORDERS, 'menu_order'] : ORDERS),
    parent: hasParent && ids('Items below these.'),
    parent_exclude: hasParent && ids('All but the items below these.'),
    slug: {
      description: 'Items with one of these slugs.',
      type: 'array',
      items: { type: 'string' },
      sanitize_callback: (value) => parseList(value).map((slug) => slugify(toText(slug))),
    },
    status: statusParam(scope),
    ...taxonomyParams(dependencies.taxonomies.ofType(type.name).filter((taxonomy) => taxonomy.show_in_rest)),
    sticky: type.name === 'post' && { description: 'Only sticky items, or none of them.', type: 'boolean' },
  };
  const given = Object.entries(params).filter((entry): entry is [string, EndpointArgument] => Boolean(entry[1]));
  return dependencies.hooks
    .filter('rest_{post_type}_collection_params')
    .for(type.name)
    .call(Object.fromEntries(given), type.name);
}

/** Users who may edit items may request every status, all others only the default one. */
export function statusParam({ dependencies, type }: TypeScope<'statuses'>, standard = 'publish'): EndpointArgument {
  return {
    description: 'Items of these statuses. For those who edit items, the default aside.',
    type: 'array',
    items: { type: 'string', enum: [...dependencies.statuses.all().map(({ name }) => name), 'any'] },
    default: standard,
    sanitize_callback: (value: unknown, request: RestRequest, name: string) => {
      const statuses = parseList(value).map((status) => slugify(toText(status)));
      for (const status of statuses) {
        if (status === standard) continue;
        const { user } = request;
        const mayAsk =
          user.can(type.cap.edit_posts!) || (status === 'private' && user.can(type.cap.read_private_posts!));
        if (!mayAsk) return errors.rest_forbidden_status(request);
        const verdict = validateRequestArg(status, request, name);
        if (verdict !== true) return verdict;
      }
      return statuses;
    },
  };
}
