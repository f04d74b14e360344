import { serviceToken } from '../../core/index.ts';
import type { SiteZone } from '../../core/site/index.ts';

/** The time as the site sees it. */
export interface SiteClock {
  /** The present; a spec may set it. */
  now(): Date;
  /** The zone of the site's settings. */
  zone(): SiteZone;
}

/** The token of the site's clock. */
export const SiteClock = serviceToken('site-clock');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'site-clock': SiteClock;
  }
}
