import type { HttpContext } from '../../core/index.ts';
import { trimEnd } from '../../core/text/index.ts';
import { variablesOf } from './addresses/plain.ts';
import { decode } from './addresses/read-address.ts';
import type { Rules } from './addresses/rules.ts';
import type { ThemeDependencies } from './dependencies.ts';
import type { View } from './view.ts';

/**
 * The address to redirect to when a page is requested under another address than its own; undefined when the address is
 * right. A page of an item has an address of its own. Later pages of lists, previews and answers to forms are not redirected.
 */
export function canonicalAddress(
  view: View,
  http: HttpContext,
  rules: Rules,
  { site, hooks }: Pick<ThemeDependencies, 'hooks' | 'site'>,
): string | undefined {
  const { pageRequest, link } = view;
  if (http.method !== 'GET' && http.method !== 'HEAD') return undefined;
  if (link === '' || view.isPreview || pageRequest.preview || pageRequest.feed !== undefined) return undefined;
  const isItem = view.item !== undefined;
  if (view.page > 1 && !isItem) return undefined;
  if (pageRequest.commentsPage > 1 || !URL.canParse(link)) return undefined;
  const own = new URL(link);
  const known = variablesOf(rules);
  const variables = isItem ? new Set([...known, 'page']) : known;
  const others = [...pageRequest.query].filter(([name]) => !variables.has(name) && !own.searchParams.has(name));
  const hasOwn = [...own.searchParams].every(([name, value]) => pageRequest.query.get(name) === value);
  const hasOtherPage = isItem && pageRequest.query.get('page') !== own.searchParams.get('page');
  const hasSameQuery =
    own.search === '' ? [...pageRequest.query].every(([name]) => !variables.has(name)) : hasOwn && !hasOtherPage;
  const folder = trimEnd(new URL(site.home).pathname, '/');
  if (hasSameQuery && decode(own.pathname) === folder + pageRequest.path) return undefined;
  for (const [name, value] of others) own.searchParams.append(name, value);
  const requested = `${http.path}${http.querystring === '' ? '' : `?${http.querystring}`}`;
  // A redirect within the site has only a path, so that a visitor who uses another host name stays on it.
  const isOwn = own.origin === new URL(site.home).origin;
  const target = isOwn ? own.pathname + own.search : own.href;
  const address = hooks.filter('redirect_canonical').call(target, requested);
  return address === '' || address === requested ? undefined : address;
}
