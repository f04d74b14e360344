import type { Site } from '../../../core/index.ts';
import type { PageAddresses } from '../../content-rendering/index.ts';
import type { Options } from '../../options/index.ts';

/** Whether an item is the page that the settings have as front page. */
export const isFrontPage = (id: number, options: Options | undefined): boolean =>
  options?.get('show_on_front', 'posts') === 'page' && Number(options.get('page_on_front', '0')) === id;

/** How the addresses of the pages of an item are built. */
export const pageAddresses = (
  id: number,
  { options, site }: { readonly options: Options | undefined; readonly site: Site },
): PageAddresses => ({
  isPlain: site.permalinks === 'plain' || (options?.get('permalink_structure', '') ?? '') === '',
  isFront: isFrontPage(id, options),
});
