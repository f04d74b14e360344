import { type EndpointArgument, validateRequestArg } from '../../core/index.ts';
import { toText } from '../../core/schema/index.ts';
import { sanitizeTextField } from '../../core/text/index.ts';
import { pagingParams, unsigned } from '../pagination/index.ts';

const ORDERS = ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'];

const texts = (description: string): EndpointArgument => ({ description, type: 'array', items: { type: 'string' } });

const ids = (description: string): EndpointArgument => ({
  description,
  type: 'array',
  items: { type: 'integer' },
  default: [],
});

const paging = pagingParams('The page of the list.', 'The most users on a page.');

/** The arguments of the list of users; `types` are the content types whose authors can be asked for. */
export const userCollectionParams = (
  context: EndpointArgument,
  types: readonly string[],
): Record<string, EndpointArgument> => ({
  context,
  page: unsigned(paging.page),
  per_page: unsigned(paging.per_page),
  search: {
    description: 'A text that the names, the address or the site of a user hold.',
    type: 'string',
    sanitize_callback: (value) => sanitizeTextField(toText(value)),
    validate_callback: validateRequestArg,
  },
  exclude: ids('All but these users. Without effect beside include.'),
  include: ids('These users alone.'),
  offset: { description: 'How many users to leave out at the beginning of the list.', type: 'integer' },
  order: { description: 'The direction of the order.', type: 'string', default: 'asc', enum: ['asc', 'desc'] },
  orderby: { description: 'What the list is ordered by.', type: 'string', default: 'name', enum: ORDERS },
  slug: texts('Users of these slugs.'),
  roles: texts('Users who have one of these roles.'),
  capabilities: texts('Users who have one of these capabilities.'),
  who: { description: 'With "authors", users who may write.', type: 'string', enum: ['authors'] },
  has_published_posts: {
    description: 'Users who have published an item: of any content type, or of these.',
    type: ['boolean', 'array'],
    items: { type: 'string', enum: keyed(types) },
  },
});

/** A list that is written as a map of its members by themselves, which is how the reference describes this one. */
function keyed(names: readonly string[]): readonly string[] {
  const toJSON = () => Object.fromEntries(names.map((name) => [name, name]));
  return Object.defineProperty([...names], 'toJSON', { value: toJSON });
}
