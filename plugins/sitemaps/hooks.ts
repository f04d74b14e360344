import { filter } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const sitemapHooks = {
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
