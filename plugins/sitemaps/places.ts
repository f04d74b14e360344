import type { RequestContext, Site } from '../../core/index.ts';
import type { ContentStatuses } from '../content-statuses/index.ts';
import { type ContentTypes, isViewable } from '../content-types/index.ts';
import type { Database } from '../database/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks, Post, PostStore } from '../posts/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermLinks, TermStore } from '../terms/index.ts';
import { type UserStore, userLink } from '../users/index.ts';
import type { Place } from './documents.ts';

/** The services that sitemaps are made with. */
export interface PlacesDependencies {
  readonly site: Site;
  readonly database: Database;
  readonly options: Options;
  readonly types: ContentTypes;
  readonly statuses: ContentStatuses;
  readonly taxonomies: Taxonomies;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly terms: TermStore;
  readonly termLinks: TermLinks;
  readonly users: UserStore;
}

/**
 * One kind of objects that sitemaps list. Each sitemap covers a range of ids, which is found quickly however many
 * objects there are.
 */
export interface Places {
  /** The greatest id there is; 0 for none. */
  highest(): Promise<number>;
  /** Those of some ids that have a public page. */
  among(ids: readonly number[], context: RequestContext): Promise<Place[]>;
}

/** The kinds, by the name in the addresses of their sitemaps. */
export function placesOf(dependencies: PlacesDependencies): Readonly<Record<string, Places>> {
  const { database, options, posts, permalinks, site, taxonomies, terms, termLinks, types, users } = dependencies;
  const greatest = async (table: 'posts' | 'terms' | 'users', column: never): Promise<number> => {
    const row = await database.db
      .selectFrom(table)
      .select((eb) => eb.fn.max(column).as('id'))
      .executeTakeFirst();
    return Number((row as { id?: unknown } | undefined)?.id ?? 0);
  };
  return {
    items: {
      highest: () => greatest('posts', 'ID' as never),
      async among(ids, context) {
        const shown = [...(await posts.byIds(ids)).values()].filter((post) => isShown(post, dependencies));
        const links = await Promise.all(shown.map((post) => permalinks.forPost(post, context)));
        return links.map((link, at) => ({ link, modified: shown[at]!.modifiedGmt }));
      },
    },
    terms: {
      highest: () => greatest('terms', 'term_id' as never),
      async among(ids, context) {
        const used = [...(await terms.byIds(ids)).values()].filter(({ count }) => count > 0);
        const shown = used.filter(({ taxonomy }) => taxonomies.get(taxonomy)?.publicly_queryable === true);
        const links = await Promise.all(shown.map((term) => termLinks.forTerm(term, context)));
        return links.map((link) => ({ link, modified: '' }));
      },
    },
    authors: {
      highest: () => greatest('users', 'ID' as never),
      async among(ids, context) {
        const all = [...(await users.byIds(ids)).values()];
        const names = types
          .all()
          .filter(isViewable)
          .map(({ name }) => name);
        const known = await Promise.all(all.map(({ id }) => users.hasPublished(context, id, names)));
        const shown = all.filter((_, at) => known[at]);
        return shown.map((user) => ({ link: userLink(user, site, options), modified: '' }));
      },
    },
  };
}

/** Whether an item has a page that everybody may read. */
function isShown(post: Post, { types, statuses, permalinks }: PlacesDependencies): boolean {
  const type = types.get(post.type);
  if (type === undefined || !isViewable(type) || post.type === 'attachment' || post.password !== '') return false;
  return statuses.get(post.status)?.public === true && permalinks.route(post) !== '';
}
