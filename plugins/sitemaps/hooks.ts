import { filter } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const sitemapHooks = {
  robots_txt: filter<[output: string, isPublic: boolean]>({
    params: ['output', 'is_public'],
    meaning: 'Adjusts what robots.txt tells to programs that visit the site.',
  }),
};

type SitemapHooks = typeof sitemapHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SitemapHooks {}
}
