import type { RequestContext, RestResponse, RestServer } from '../../core/index.ts';
import type { Options } from '../options/index.ts';

/** The data of the site for an index without the options plugin. */
export interface SiteDefaults {
  readonly name: string;
  readonly description: string;
  readonly gmt_offset: number;
  readonly timezone_string: string;
}

/** The data of the site in the index: its options, or the defaults without the options plugin. */
export function siteData(home: string, defaults: SiteDefaults, options: Options | undefined): Record<string, unknown> {
  const { name, description, gmt_offset, timezone_string } = defaults;
  return {
    name: options?.get('blogname', name) ?? name,
    description: options?.get('blogdescription', description) ?? description,
    url: options?.get('siteurl') || home,
    home,
    gmt_offset: options?.get('gmt_offset', gmt_offset) ?? gmt_offset,
    timezone_string: options?.get('timezone_string', timezone_string) ?? timezone_string,
  };
}

/**
 * The front page's options in the index. Only requests that name these fields get them, since older clients do not know
 * them.
 */
const FRONT_PAGE: Readonly<Record<string, unknown>> = { show_on_front: 'posts', page_on_front: 0, page_for_posts: 0 };

/** The requested fields of the front page. */
export function frontPageData(names: readonly unknown[], options: Options | undefined): Record<string, unknown> {
  const requested = Object.entries(FRONT_PAGE).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    requested.map(([name, standard]) => {
      const value = options?.get(name, standard) ?? standard;
      return [name, typeof standard === 'number' ? Number(value) || 0 : value];
    }),
  );
}

/** Adds the ids of the site's pictures to the index, and links by which they can be embedded. */
export function addSiteImages(
  response: RestResponse,
  options: Options | undefined,
  server: RestServer,
  context: RequestContext,
): void {
  const { brand } = server.site;
  const data = response.data as Record<string, unknown>;
  for (const type of ['site_logo', 'site_icon']) {
    const id = Number(options?.get(type, 0)) || 0;
    data[type] = id;
    if (id === 0) continue;
    const href = server.restUrl(`/${brand.namespace}/media/${id}`, context);
    response.addLink(brand.relation('featuredmedia'), href, { embeddable: true, type });
  }
  data.site_icon_url = '';
}
