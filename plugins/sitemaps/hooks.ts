import { filter } from '../../core/index.ts';
import type { PostQuery } from '../posts/index.ts';
import type { TermQuery } from '../terms/index.ts';
import type { UserQuery } from '../users/index.ts';

/** The hooks that the plugin fires. */
export const sitemapHooks = {
  cms_sitemaps_posts_query_args: filter<[args: PostQuery, type: string]>({
    params: ['args', 'post_type'],
    inner: false,
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which items of a content type the sitemaps list; how many of them a part has stays as it is.',
  }),
  cms_sitemaps_taxonomies_query_args: filter<[args: TermQuery, taxonomy: string]>({
    params: ['args', 'taxonomy'],
    inner: false,
    requiredPermissions: 'content:read',
    meaning: 'Adjusts which terms of a taxonomy the sitemaps list.',
  }),
  cms_sitemaps_users_query_args: filter<[args: UserQuery]>({
    params: ['args'],
    inner: false,
    requiredPermissions: 'users:read',
    meaning: 'Adjusts which authors the sitemaps list.',
  }),
  robots_txt: filter<[output: string, isPublic: boolean]>({
    params: ['output', 'is_public'],
    inner: false,
    requiredPermissions: 'pages',
    meaning: 'Adjusts the text of robots.txt.',
  }),
};

type SitemapHooks = typeof sitemapHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SitemapHooks {}
}
