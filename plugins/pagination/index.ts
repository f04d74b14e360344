import { addQueryArgs, definePlugin, isRestResponse, type RestResponse } from '../../core/index.ts';
import type { Pagination } from '../../core/rest/index.ts';

export { FIRST_PAGE, MOST_PER_PAGE, PER_PAGE, pagingParams, unsigned } from './params.ts';

/** Headers that say where a list stands in its collection. */
export default definePlugin({
  name: 'pagination',
  version: '0.1.0',
  description: 'Adds totals and links to the neighbouring pages to the headers of lists.',
  group: 'framework',
  cacheable: true,
  capabilities: ['requests'],
  setup({ hooks, brand }) {
    const total = brand.header('Total');
    const totalPages = brand.header('TotalPages');

    hooks.filter('rest_request_after_callbacks').tap('pagination', (response) => {
      if (!isRestResponse(response) || response.pagination === undefined) return;
      response.header(total, String(response.pagination.total));
      response.header(totalPages, String(response.pagination.totalPages));
      addPageLinks(response, response.pagination);
    });
  },
});

/** Links to the page before, which past the end is the last one, and to the page after. */
function addPageLinks(response: RestResponse, { page, totalPages, previous, base }: Pagination): void {
  if (page > 1) response.linkHeader('prev', addQueryArgs(base, { page: previous ?? Math.min(page - 1, totalPages) }));
  if (page < totalPages) response.linkHeader('next', addQueryArgs(base, { page: page + 1 }));
}
