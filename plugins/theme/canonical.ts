import type { HttpContext } from '../../core/index.ts';
import { variablesOf } from './addresses/plain.ts';
import { decode } from './addresses/read-address.ts';
import type { Rules } from './addresses/rules.ts';
import type { ThemeKit } from './kit.ts';
import type { View } from './view.ts';

/**
 * Where an address leads that shows something under another address than its own: undefined where it is the right one.
 * Lists on a later page, previews and whatever was sent stay where they are.
 */
export function canonicalAddress(
  view: View,
  http: HttpContext,
  rules: Rules,
  { site, hooks }: ThemeKit,
): string | undefined {
  const { asked, link } = view;
  if (http.method !== 'GET' && http.method !== 'HEAD') return undefined;
  if (link === '' || view.isPreview || asked.preview || view.page > 1 || asked.feed !== undefined) return undefined;
  if (asked.commentsPage > 1 || !URL.canParse(link)) return undefined;
  const own = new URL(link);
  const variables = variablesOf(rules);
  const others = [...asked.query].filter(([name]) => !variables.has(name) && !own.searchParams.has(name));
  const wanted = [...own.searchParams].every(([name, value]) => asked.query.get(name) === value);
  const isAsked = own.search === '' ? [...asked.query].every(([name]) => !variables.has(name)) : wanted;
  const folder = new URL(site.home).pathname.replace(/\/+$/, '');
  if (isAsked && decode(own.pathname) === folder + asked.path) return undefined;
  for (const [name, value] of others) own.searchParams.append(name, value);
  const requested = `${http.path}${http.querystring === '' ? '' : `?${http.querystring}`}`;
  // Within the site by the path alone, so that whoever came by another name of the host stays there.
  const isOwn = own.origin === new URL(site.home).origin;
  const target = isOwn ? own.pathname + own.search : own.href;
  const address = hooks.filter('redirect_canonical').call(target, requested);
  return address === '' || address === requested ? undefined : address;
}
