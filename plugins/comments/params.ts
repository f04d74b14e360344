import { type EndpointArgument, validateRequestArg } from '../../core/index.ts';
import { pagingParams } from '../pagination/index.ts';
import { sanitizeKey } from './sanitize-key.ts';

const ids = (description: string, more: Partial<EndpointArgument> = {}): EndpointArgument => ({
  description,
  type: 'array',
  items: { type: 'integer' },
  ...more,
});

const date = (description: string): EndpointArgument => ({ description, type: 'string', format: 'date-time' });

const key = (description: string, standard: string): EndpointArgument => ({
  description,
  type: 'string',
  default: standard,
  sanitize_callback: sanitizeKey,
  validate_callback: validateRequestArg,
});

/** The password of the item that comments are on. */
export const passwordParam: EndpointArgument = {
  description: 'The password of the item, if it has one.',
  type: 'string',
};

/** The arguments of the list of comments. */
export const collectionParams = (context: EndpointArgument): Record<string, EndpointArgument> => ({
  context,
  ...pagingParams('The page of the list.', 'The most comments on a page.'),
  search: { description: 'A text that the comments hold.', type: 'string' },
  after: date('Comments written after this date.'),
  author: ids('Comments of these users. For those who edit items.'),
  author_exclude: ids('Comments of all but these users. For those who edit items.'),
  author_email: {
    description: 'Comments of authors with this email address. For those who edit items.',
    type: 'string',
    format: 'email',
    default: null,
  },
  before: date('Comments written before this date.'),
  exclude: ids('All but these comments.', { default: [] }),
  include: ids('These comments.', { default: [] }),
  offset: { description: 'How many comments to leave out at the beginning of the list.', type: 'integer' },
  order: { description: 'The direction of the order.', type: 'string', default: 'desc', enum: ['asc', 'desc'] },
  orderby: {
    description: 'What the list is ordered by.',
    type: 'string',
    default: 'date_gmt',
    enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'],
  },
  parent: ids('Answers to these comments; 0 for those that answer none.', { default: [] }),
  parent_exclude: ids('All but the answers to these comments.', { default: [] }),
  post: ids('Comments on these items.', { default: [] }),
  status: key('Comments of this status. For those who edit items.', 'approve'),
  type: key('Comments of this type. For those who edit items.', 'comment'),
  password: passwordParam,
});
