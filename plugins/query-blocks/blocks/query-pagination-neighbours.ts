import { cleanUrl } from '../../../core/text/index.ts';
import { attrs, blockClass, paginationArrow, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { ksesData } from '../../formatting/index.ts';
import type { QueryBlockDependencies } from '../dependencies.ts';
import { listedItems } from '../listed.ts';
import { pageAddress } from '../page-links.ts';

type Side = 'next' | 'previous';

/** What links to a page and its numbers support. */
export const PAGINATION_SUPPORTS = {
  reusable: false,
  html: false,
  color: { gradients: true, text: false, __experimentalDefaultControls: { background: true } },
  typography: typography(),
} as const;

const neighbour =
  (side: Side, usual: string, title: string) =>
  (dependencies: QueryBlockDependencies): BlockType => {
    const type: BlockType = {
      name: `core/query-pagination-${side}`,
      title,
      category: 'theme',
      parent: ['core/query-pagination'],
      usesContext: ['queryId', 'query', 'paginationArrow'],
      attributes: { label: { type: 'string' } },
      supports: PAGINATION_SUPPORTS,
    };
    const { site } = dependencies;

    /** The arrow that the blocks around a link chose. */
    function arrowOf(choice: unknown): string {
      const arrow = paginationArrow(choice, side);
      if (arrow === '') return '';
      const name = blockClass(site, `query-pagination-${side}-arrow`);
      return `<span class='${name} is-arrow-${choice}' aria-hidden='true'>${arrow}</span>`;
    }

    return {
      ...type,
      async render(attributes, _content, block, context) {
        const { page, pages } = await listedItems(block, context, dependencies);
        const target = side === 'next' ? page + 1 : page - 1;
        if (target < 1 || (side === 'next' && target > pages)) return '';
        const label = ksesData(String(attributes.label ?? '')) || usual;
        const arrow = arrowOf(block.context.paginationArrow);
        const shown = side === 'next' ? `${label}${arrow}` : `${arrow}${label}`;
        const href = cleanUrl(pageAddress(block, requestOf(context), target));
        return `<a${attrs({ href })}${wrapperAttributes(site, type, attributes)}>${shown}</a>`;
      },
    };
  };

/** A link to the next page of a list. */
export const queryPaginationNext = neighbour('next', 'Next Page', 'Next page of a query');

/** A link to the page of a list before the one that is shown. */
export const queryPaginationPrevious = neighbour('previous', 'Previous Page', 'Previous page of a query');
