import type { RequestContext, Site } from '../../core/index.ts';
import { trimEnd } from '../../core/text/index.ts';
import { type ContentTypes, isViewable } from '../content-types/index.ts';
import type { Permalinks, Post, PostStore } from '../posts/index.ts';

/** The services that items are found with. */
export interface OwnItemsDependencies {
  readonly site: Site;
  readonly types: ContentTypes;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
}

const BY_ID = ['p', 'page_id', 'attachment_id'];

/** The published item at an address of the site; undefined where there is none that is public. */
export async function itemAt(
  address: string,
  dependencies: OwnItemsDependencies,
  context: RequestContext,
): Promise<Post | undefined> {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.host !== new URL(dependencies.site.home).host) return undefined;
  const named = BY_ID.map((name) => Number(url.searchParams.get(name))).find(
    (id) => Number.isSafeInteger(id) && id > 0,
  );
  if (named !== undefined) {
    const post = await dependencies.posts.byId(named);
    return post !== null && isShown(post, dependencies) ? post : undefined;
  }
  for (const post of await candidates(url, dependencies)) {
    const own = new URL(await dependencies.permalinks.forPost(post, context));
    if (isShown(post, dependencies) && pathOf(own) === pathOf(url)) return post;
  }
  return undefined;
}

/** Items whose address may end as this one does: with their slug, or with their id. */
async function candidates(url: URL, { types, posts }: Pick<OwnItemsDependencies, 'posts' | 'types'>): Promise<Post[]> {
  const last = pathOf(url).split('/').pop() ?? '';
  const byId = /^\d{1,15}$/.test(last) ? await posts.byId(Number(last)) : null;
  const shown = types.all().filter(isViewable);
  const names = shown.map(({ name }) => name);
  const bySlug = last === '' ? [] : (await posts.query({ types: names, slugs: [last], perPage: 50 })).posts;
  return byId === null ? bySlug : [byId, ...bySlug];
}

/** The path of an address, decoded, without the slash at its end. */
function pathOf({ pathname }: URL): string {
  try {
    return trimEnd(decodeURIComponent(pathname), '/');
  } catch {
    return pathname;
  }
}

function isShown(post: Post, { types }: Pick<OwnItemsDependencies, 'types'>): boolean {
  const type = types.get(post.type);
  return type !== undefined && isViewable(type) && post.status === 'publish' && post.password === '';
}
