import { addQueryArgs, type PluginHooks } from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';

/** How the links to the pages of an item are written; all texts are markup. */
export interface LinkPagesArguments {
  readonly before: string;
  readonly after: string;
  readonly link_before: string;
  readonly link_after: string;
  /** The value of `aria-current` of the page that is shown. */
  readonly aria_current: string;
  /** A link to each page, or to the ones beside the one that is shown. */
  readonly next_or_number: 'number' | 'next';
  readonly separator: string;
  readonly nextpagelink: string;
  readonly previouspagelink: string;
  /** The text of a link; `%` stands for the number. */
  readonly pagelink: string;
}

/** The links to the pages of an item as they are where nobody says otherwise. */
const LINK_PAGES: LinkPagesArguments = {
  before: '<p class="post-nav-links">Pages:',
  after: '</p>',
  link_before: '',
  link_after: '',
  aria_current: 'page',
  next_or_number: 'number',
  separator: ' ',
  nextpagelink: 'Next page',
  previouspagelink: 'Previous page',
  pagelink: '%',
};

/** The pages of an item, and which one is shown. */
export interface PagesOfItem {
  readonly page: number;
  readonly totalPages: number;
  /** Whether only the beginning of the page is shown, as in lists; then all pages are links. */
  readonly isTeaser?: boolean;
  /** The address of a page. */
  address(page: number): string;
}

/** The links to the pages of an item; empty where it has one page. */
export function linkPages(
  { page, totalPages, isTeaser = false, address }: PagesOfItem,
  hooks: PluginHooks,
  given: Partial<LinkPagesArguments> = {},
): string {
  const args = hooks.filter('cms_link_pages_args').call({ ...LINK_PAGES, ...given });
  const filtered = (link: string, to: number) => hooks.filter('cms_link_pages_link').call(link, to);
  const around = (text: string) => `${args.link_before}${text}${args.link_after}`;
  const link = (to: number, text: string) =>
    filtered(`<a href="${escapeAttribute(address(to))}" class="post-page-numbers">${around(text)}</a>`, to);
  const current = (text: string) =>
    `<span class="post-page-numbers current" aria-current="${escapeAttribute(args.aria_current)}">${around(text)}</span>`;
  const numbers = () => {
    const all = Array.from({ length: totalPages }, (_, at) => {
      const to = at + 1;
      const text = args.pagelink.replaceAll('%', String(to));
      return to === page && !isTeaser ? filtered(current(text), to) : link(to, text);
    });
    return ` ${all.join(args.separator)}`;
  };
  const neighbours = () =>
    [
      ...(page > 1 ? [link(page - 1, args.previouspagelink)] : []),
      ...(page < totalPages ? [link(page + 1, args.nextpagelink)] : []),
    ].join(args.separator);
  const isShown = totalPages > 1 && (args.next_or_number === 'number' || !isTeaser);
  const links = isShown
    ? `${args.before}${args.next_or_number === 'number' ? numbers() : neighbours()}${args.after}`
    : '';
  return hooks.filter('cms_link_pages').call(links, args);
}

/** How the addresses of a site are built, as far as that matters for the pages of an item. */
export interface PageAddresses {
  /** Whether addresses are plain: `?p=5`. */
  readonly isPlain: boolean;
  /** Whether the item is the front page of the site. */
  readonly isFront: boolean;
}

/** The address of a page of an item: `…/2/`, `…/page/2/` of the front page, or `?p=5&page=2` where it has a query. */
export function addressOfPage(link: string, page: number, { isPlain, isFront }: PageAddresses): string {
  if (page <= 1) return link;
  if (isPlain || link.includes('?')) return addQueryArgs(link, { page });
  const isSlashed = link.endsWith('/');
  return `${isSlashed ? link : `${link}/`}${isFront ? 'page/' : ''}${page}${isSlashed ? '/' : ''}`;
}
