import { numberIn, type Target } from './page-request.ts';
import type { Rules } from './rules.ts';

/** The targets of the query of an address such as `?p=5`; undefined for a query without such variables. */
export function plainTarget(query: URLSearchParams, rules: Rules): Target | undefined {
  return itemOf(query, rules) ?? archiveOf(query, rules) ?? dateOf(query) ?? typeOf(query, rules);
}

/** The query variables that name a target. */
export const variablesOf = ({ taxonomies, types }: Rules): ReadonlySet<string> =>
  new Set([
    ...'p page_id attachment_id post_type name pagename s cat tag category_name author author_name'.split(' '),
    ...'m year monthnum day taxonomy term paged feed cpage'.split(' '),
    ...[...taxonomies, ...types].flatMap(({ query_var }) => (typeof query_var === 'string' ? [query_var] : [])),
  ]);

function itemOf(query: URLSearchParams, { types }: Rules): Target | undefined {
  for (const name of ['p', 'page_id', 'attachment_id', 'preview_id']) {
    const id = numberIn(query.get(name));
    if (id !== undefined) return { kind: 'item', id };
  }
  const path = query.get('pagename');
  if (path) return { kind: 'item', type: 'page', slug: path.split('/').pop()!, path };
  const slug = query.get('name');
  if (slug) return { kind: 'item', type: 'post', slug };
  for (const { name, query_var } of types) {
    const value = typeof query_var === 'string' ? query.get(query_var) : null;
    if (value) return { kind: 'item', type: name, slug: value.split('/').pop()! };
  }
  return undefined;
}

function archiveOf(query: URLSearchParams, { taxonomies }: Rules): Target | undefined {
  const text = query.get('s');
  if (text !== null) return { kind: 'search', text };
  const category = numberIn(query.get('cat'));
  if (category !== undefined) return { kind: 'term', taxonomy: 'category', id: category };
  for (const { name, query_var } of taxonomies) {
    const slug = typeof query_var === 'string' ? query.get(query_var) : null;
    if (slug) return { kind: 'term', taxonomy: name, slug: slug.split('/').pop()! };
  }
  const [taxonomy, term] = [query.get('taxonomy'), query.get('term')];
  if (taxonomy && term && taxonomies.some(({ name }) => name === taxonomy)) {
    return { kind: 'term', taxonomy, slug: term };
  }
  const author = numberIn(query.get('author'));
  if (author !== undefined) return { kind: 'author', id: author };
  const name = query.get('author_name');
  return name ? { kind: 'author', slug: name } : undefined;
}

function dateOf(query: URLSearchParams): Target | undefined {
  const [, ...packed] = /^(\d{4})(\d\d)?(\d\d)?$/.exec(query.get('m') ?? '') ?? [];
  return dateTarget(packed[0] ?? query.get('year'), packed[1] ?? query.get('monthnum'), packed[2] ?? query.get('day'));
}

function typeOf(query: URLSearchParams, { types }: Rules): Target | undefined {
  const type = types.find(({ name, has_archive }) => name === query.get('post_type') && has_archive !== false);
  return type === undefined ? undefined : { kind: 'type', type: type.name };
}

/** The year, month or day that texts name; undefined for none, or one that does not exist. */
export function dateTarget(
  ofYear: string | null | undefined,
  ofMonth?: string | null,
  ofDay?: string | null,
): Target | undefined {
  const [year, month, day] = [ofYear, ofMonth, ofDay].map(numberIn);
  if (year === undefined || year > 9999) return undefined;
  if (month === undefined) return { kind: 'date', year };
  if (month > 12) return undefined;
  if (day === undefined) return { kind: 'date', year, month };
  return day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? undefined : { kind: 'date', year, month, day };
}
