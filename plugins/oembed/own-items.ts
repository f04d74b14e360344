import type { RequestContext, Site } from '../../core/index.ts';
import { trimEnd } from '../../core/text/index.ts';
import { type ContentTypes, isViewable } from '../content-types/index.ts';
import { isPubliclyViewable, type Permalinks, type Post, type PostStore } from '../posts/index.ts';

/** The services that items are found with. */
export interface OwnItemsDependencies {
  readonly site: Site;
  readonly types: ContentTypes;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
}

const BY_ID = ['p', 'page_id', 'attachment_id'];

/** The published item at an address of the site; undefined where there is none that is public. */
export const itemAt = async (
  address: string,
  dependencies: OwnItemsDependencies,
  context: RequestContext,
): Promise<Post | undefined> => (await itemsAt([address], dependencies, context)).get(address);

/** The published items at addresses of the site, by address, of those that lead to one that is public. */
export async function itemsAt(
  addresses: readonly string[],
  dependencies: OwnItemsDependencies,
  context: RequestContext,
): Promise<Map<string, Post>> {
  const { host } = new URL(dependencies.site.home);
  const urls = addresses
    .filter((address) => URL.canParse(address))
    .map((address) => ({ address, url: new URL(address) }))
    .filter(({ url }) => url.host === host);
  const found = new Map<string, Post>();
  if (urls.length === 0) return found;
  const posts = await candidates(
    urls.map(({ url }) => url),
    dependencies,
  );
  for (const { address, url } of urls) {
    const named = idOf(url);
    for (const post of posts) {
      if (found.has(address) || !isShown(post, dependencies)) continue;
      if (named === undefined ? !(await leadsTo(post, url, dependencies, context)) : post.id !== named) continue;
      found.set(address, post);
    }
  }
  return found;
}

/** The id that the query of an address names. */
const idOf = ({ searchParams }: URL): number | undefined =>
  BY_ID.map((name) => Number(searchParams.get(name))).find((id) => Number.isSafeInteger(id) && id > 0);

/** Whether the address of an item is this one, whatever its scheme and its query. */
async function leadsTo(
  post: Post,
  url: URL,
  { permalinks }: Pick<OwnItemsDependencies, 'permalinks'>,
  context: RequestContext,
): Promise<boolean> {
  const last = lastPart(url);
  if (last !== post.name && last !== String(post.id)) return false;
  return pathOf(new URL(await permalinks.forPost(post, context))) === pathOf(url);
}

const lastPart = (url: URL): string => pathOf(url).split('/').pop() ?? '';

/** Items whose addresses may be among these: whose ids they name, or that end with their slug, or with their id. */
async function candidates(
  urls: readonly URL[],
  { types, posts }: Pick<OwnItemsDependencies, 'posts' | 'types'>,
): Promise<Post[]> {
  const names = types.all().filter(isViewable);
  const ends = urls.filter((url) => idOf(url) === undefined).map(lastPart);
  const ids = [
    ...urls.flatMap((url) => idOf(url) ?? []),
    ...ends.filter((last) => /^\d{1,15}$/.test(last)).map(Number),
  ];
  // No slug holds a null character, and not every database takes one.
  const slugs = ends.filter((last) => last !== '' && !last.includes('\0'));
  const byId = ids.length === 0 ? [] : (await posts.byIds(ids)).values();
  const bySlug =
    slugs.length === 0
      ? []
      : (await posts.query({ types: names.map(({ name }) => name), slugs, perPage: 50 * slugs.length })).posts;
  return [...byId, ...bySlug];
}

/** The path of an address, decoded, without the slash at its end. */
function pathOf({ pathname }: URL): string {
  try {
    return trimEnd(decodeURIComponent(pathname), '/');
  } catch {
    return pathname;
  }
}

const isShown = (post: Post, { types }: Pick<OwnItemsDependencies, 'types'>): boolean =>
  post.password === '' && isPubliclyViewable(post, types);
