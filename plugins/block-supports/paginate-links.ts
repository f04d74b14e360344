import { attrs } from './markup.ts';

/** How many pages are named at each end, and beside the one that is shown. */
const [AT_ENDS, BESIDE] = [1, 2];

/** The arrows beside the links to the page before and after, by the names that attributes have for them. */
const ARROWS: Readonly<Record<string, readonly [previous: string, next: string]>> = {
  arrow: ['←', '→'],
  chevron: ['«', '»'],
};

/** A place in a list of pages. */
export interface Pages {
  /** The page that is shown, from 1. */
  readonly page: number;
  /** How many pages there are. */
  readonly pages: number;
  /** The address of a page. */
  readonly hrefOf: (page: number) => string;
}

/** Links to the pages of a list by number, the one that is shown among them, and dots for those that are left out. */
export function paginateLinks({ page, pages, hrefOf }: Pages): string {
  const shown = namedPages(page, pages).map((number) => {
    if (number === undefined) return '<span class="page-numbers dots">&hellip;</span>';
    if (number === page) return `<span aria-current="page" class="page-numbers current">${number}</span>`;
    return `<a${attrs({ class: 'page-numbers', href: hrefOf(number) })}>${number}</a>`;
  });
  return shown.join('\n');
}

/** The numbers of the pages that are named, and undefined where some are left out. */
function namedPages(page: number, pages: number): (number | undefined)[] {
  const near = [
    ...Array.from({ length: AT_ENDS }, (_, at) => at + 1),
    ...Array.from({ length: 2 * BESIDE + 1 }, (_, at) => page - BESIDE + at),
    ...Array.from({ length: AT_ENDS }, (_, at) => pages - at),
  ];
  const named = [...new Set(near)].filter((number) => number >= 1 && number <= pages).sort((one, two) => one - two);
  return named.flatMap((number, at) => (at > 0 && number - named[at - 1]! > 1 ? [undefined, number] : [number]));
}

/** The arrow that the attribute `paginationArrow` chooses; empty for none. */
export const paginationArrow = (chosen: unknown, side: 'next' | 'previous'): string =>
  typeof chosen === 'string' && Object.hasOwn(ARROWS, chosen) ? ARROWS[chosen]![side === 'next' ? 1 : 0] : '';
