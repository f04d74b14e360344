import type { PluginHooks, RequestContext, Site } from '../../core/index.ts';
import type { ContentStatuses } from '../content-statuses/index.ts';
import { type ContentTypes, isViewable } from '../content-types/index.ts';
import type { Options } from '../options/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import type { TermLinks, TermStore } from '../terms/index.ts';
import { type UserStore, userLink } from '../users/index.ts';
import type { Place } from './documents.ts';

/** The services that sitemaps are made with. */
export interface SitemapServices {
  readonly hooks: PluginHooks;
  readonly site: Site;
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

/** A list whose parts are sitemaps: `posts-page`, `taxonomies-category`, `users`. */
export interface SitemapList {
  /** How many objects the list has. A few of them may have no page of their own, and are left out of their sitemap. */
  total(): Promise<number>;
  /** The pages of so many objects of the list behind others, the oldest first. */
  part(part: { readonly number: number; readonly offset: number }, context: RequestContext): Promise<Place[]>;
}

/** All lists by name. */
export function sitemapLists(services: SitemapServices): Map<string, SitemapList> {
  const { taxonomies, types } = services;
  const lists = new Map<string, SitemapList>();
  const viewable = types.all().filter(isViewable);
  for (const { name } of viewable) if (name !== 'attachment') lists.set(`posts-${name}`, postList(name, services));
  for (const { name, publicly_queryable } of taxonomies.all()) {
    if (publicly_queryable) lists.set(`taxonomies-${name}`, termList(name, services));
  }
  const names = viewable.map(({ name }) => name);
  return lists.set('users', userList(names, services));
}

function postList(type: string, { hooks, permalinks, posts, statuses }: SitemapServices): SitemapList {
  const shown = statuses.all().filter((status) => status.public === true);
  const query = hooks
    .filter('cms_sitemaps_posts_query_args')
    .call({ types: [type], statuses: shown.map(({ name }) => name), orderBy: 'date', order: 'asc' }, type);
  return {
    total: async () => (await posts.query({ ...query, perPage: 1 })).total,
    async part({ number, offset }, context) {
      const found = (await posts.query({ ...query, perPage: number, offset })).posts;
      const listed = found.filter((post) => post.password === '' && permalinks.route(post) !== '');
      const links = await Promise.all(listed.map((post) => permalinks.forPost(post, context)));
      return links.map((link, at) => ({ link, modified: listed[at]!.modifiedGmt }));
    },
  };
}

function termList(taxonomy: string, { hooks, terms, termLinks }: SitemapServices): SitemapList {
  const query = hooks
    .filter('cms_sitemaps_taxonomies_query_args')
    .call({ taxonomy, hideEmpty: true, orderby: 'id' }, taxonomy);
  return {
    total: async () => (await terms.query({ ...query, number: 1 })).total,
    async part(part, context) {
      const found = (await terms.query({ ...query, ...part })).terms.filter(({ count }) => count > 0);
      const links = await Promise.all(found.map((term) => termLinks.forTerm(term, context)));
      return links.map((link) => ({ link, modified: '' }));
    },
  };
}

function userList(types: readonly string[], { hooks, options, site, users }: SitemapServices): SitemapList {
  const query = hooks.filter('cms_sitemaps_users_query_args').call({ hasPublishedPosts: types, orderBy: 'id' });
  return {
    total: async () => (await users.query({ ...query, number: 1 })).total,
    async part(part) {
      const found = (await users.query({ ...query, ...part })).users;
      return found.map((user) => ({ link: userLink(user, site, options), modified: '' }));
    },
  };
}
