import { asyncFilter, type ServedPage } from '../../core/index.ts';

/** A link that the front page shows. */
export interface FrontPageLink {
  readonly href: string;
  readonly text: string;
}

/** The hooks that the plugin fires. */
export const frontPageHooks = {
  front_page_links: asyncFilter<[links: readonly FrontPageLink[], page: ServedPage]>({
    params: ['links', 'page'],
    meaning: 'Adjusts the links that the front page shows.',
  }),
};

type FrontPageHooks = typeof frontPageHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends FrontPageHooks {}
}
