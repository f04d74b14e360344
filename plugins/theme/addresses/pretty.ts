import { numberIn, type Target } from './page-request.ts';
import { dateTarget } from './plain.ts';
import type { Rules } from './rules.ts';

const DATE = /^(\d{4})(?:\/(\d{1,2}))?(?:\/(\d{1,2}))?$/;

const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const after = (path: string, start: string): string | undefined =>
  start !== '' && path.startsWith(start) && path.length > start.length ? path.slice(start.length) : undefined;

/**
 * The possible targets of a path without slashes at its ends, the likeliest first. A number at its end may be that of a
 * page of an item, unless the path is that of a post as it is.
 */
export function prettyTargets(path: string, rules: Rules): Target[] {
  const whole = wholeTargets(path, rules);
  const at = path.lastIndexOf('/');
  const page = at > 0 ? numberIn(path.slice(at + 1)) : undefined;
  if (page === undefined) return whole;
  const [first, ...others] = whole;
  const paged = wholeTargets(path.slice(0, at), rules).flatMap((target) =>
    target.kind === 'item' ? [{ ...target, page }] : [],
  );
  if (first === undefined) return paged;
  const isCertain = first.kind !== 'item' || rules.posts?.(path) !== undefined;
  return isCertain ? [first, ...paged, ...others] : [...paged, ...whole];
}

function wholeTargets(path: string, rules: Rules): Target[] {
  if (path === '' || `${path}/` === rules.root) return [{ kind: 'home' }];
  if (rules.posts === undefined) return [];
  const certain = archiveAt(path, rules) ?? customAt(path, rules);
  if (certain !== undefined) return [certain];
  const post = rules.posts(path);
  const inner = path.startsWith(rules.root) ? path.slice(rules.root.length) : undefined;
  const slug = last(path);
  return [
    ...(post === undefined ? [] : [post]),
    ...(inner === undefined ? [] : [{ kind: 'item', type: 'page', slug, path: inner } as const]),
    { kind: 'item', type: 'attachment', slug },
  ];
}

function archiveAt(path: string, { taxonomies, front, root }: Rules): Target | undefined {
  for (const { name, base } of taxonomies) {
    const slugs = after(path, base);
    if (slugs === undefined) continue;
    const slug = last(slugs);
    return { kind: 'term', taxonomy: name, slug: name === 'post_format' ? `post-format-${slug}` : slug };
  }
  const author = after(path, `${front}author/`);
  if (author !== undefined && !author.includes('/')) return { kind: 'author', slug: author };
  const text = after(path, `${root}search/`);
  if (text !== undefined) return { kind: 'search', text };
  const [, year, month, day] = DATE.exec(path.startsWith(front) ? path.slice(front.length) : '') ?? [];
  return dateTarget(year, month, day);
}

function customAt(path: string, { types, front, root }: Rules): Target | undefined {
  for (const { name, rewrite, has_archive } of types) {
    const slug = rewrite === false ? name : rewrite.slug;
    const archive = typeof has_archive === 'string' ? has_archive : slug;
    if (has_archive !== false && (path === root + archive || path === front + archive)) {
      return { kind: 'type', type: name };
    }
    const item = after(path, `${front}${slug}/`);
    if (item !== undefined) return { kind: 'item', type: name, slug: last(item) };
  }
  return undefined;
}
