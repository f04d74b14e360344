import type { Brand, Site } from '../core/site/index.ts';

const movers = new WeakMap<Site, (home: string) => void>();

/** Fills a site's settings with their defaults. All plugins share a site, so that none can change it. */
export function createSite({ home: first = 'http://localhost', ...settings }: Partial<Site> & { brand: Brand }): Site {
  let home = first;
  const site: Site = Object.freeze({
    permalinks: 'pretty',
    index: 'index.php',
    forceTlsAdmin: false,
    debug: false,
    ...settings,
    get home() {
      return home;
    },
  });
  movers.set(site, (to) => {
    home = to;
  });
  return site;
}

/** Gives a site another base address; for the program that runs it. */
export const moveSite = (site: Site, home: string): void => movers.get(site)?.(home);
