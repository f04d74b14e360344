import type { Comment, CommentQuery } from '../../../plugins/comments/index.ts';

const STATUSES: Readonly<Record<string, readonly string[] | undefined>> = {
  approve: ['1'],
  hold: ['0'],
  all: ['0', '1'],
  '': ['0', '1'],
  any: undefined,
};

const TYPES: Readonly<Record<string, readonly string[] | undefined>> = {
  comment: ['comment', ''],
  pings: ['pingback', 'trackback'],
  all: undefined,
  '': undefined,
};

/** The expected list, computed in a simple way from all comments. */
export function naiveQuery(all: readonly Comment[], query: CommentQuery): { ids: number[]; total: number } {
  const found = all.filter((comment) => matches(comment, query)).sort((a, b) => compare(a, b, query));
  const { page = 1, perPage = 10, offset = (page - 1) * perPage } = query;
  const part = perPage < 0 ? found : found.slice(offset, offset + perPage);
  return { ids: part.map(({ id }) => id), total: found.length };
}

function matches(comment: Comment, query: CommentQuery): boolean {
  const { authorEmail = '', search = '', status = 'all', type = 'all' } = query;
  const within = (values: readonly unknown[] | undefined, value: unknown) =>
    values === undefined || values.length === 0 || values.includes(value);
  const without = (values: readonly unknown[] | undefined, value: unknown) => !values?.includes(value);
  const { authorName, authorUrl, authorIp, content } = comment;
  const texts = [authorName, comment.authorEmail, authorUrl, authorIp, content].map((text) => text.toLowerCase());
  return (
    within(query.posts, comment.post) &&
    within(query.parents, comment.parent) &&
    without(query.parentsExclude, comment.parent) &&
    within(query.authors, comment.author) &&
    without(query.authorsExclude, comment.author) &&
    within(query.include, comment.id) &&
    without(query.exclude, comment.id) &&
    within(status in STATUSES ? STATUSES[status] : [status], comment.approved) &&
    within(type in TYPES ? TYPES[type] : [type], comment.type) &&
    (authorEmail === '' || comment.authorEmail.toLowerCase() === authorEmail.toLowerCase()) &&
    (search === '' || texts.some((text) => text.includes(search.toLowerCase()))) &&
    (query.after === undefined || comment.date > query.after) &&
    (query.before === undefined || comment.date < query.before)
  );
}

const MEMBERS = { date: 'date', date_gmt: 'dateGmt', post: 'post', parent: 'parent', type: 'type' } as const;

function compare(a: Comment, b: Comment, { orderBy = 'date_gmt', order = 'desc', include = [] }: CommentQuery): number {
  if (orderBy === 'include' && include.length > 0) return include.indexOf(a.id) - include.indexOf(b.id);
  const sign = order === 'asc' ? 1 : -1;
  if (orderBy === 'id' || orderBy === 'include') return sign * (a.id - b.id);
  const [left, right] = [a[MEMBERS[orderBy]], b[MEMBERS[orderBy]]];
  return sign * (left < right ? -1 : left > right ? 1 : a.id - b.id);
}
