import type { Site } from '../../core/index.ts';
import { formatDate, toLocalSeconds } from '../../core/site/index.ts';
import { cleanUrl, escapeAttribute, escapeHtml, stripAllTags } from '../../core/text/index.ts';
import { blockClass, wrapperAttributes } from '../block-supports/index.ts';
import { type BlockType, requestOf, trimWords } from '../content-rendering/index.ts';
import { formatLocalDate, type Options, type SiteClock } from '../options/index.ts';
import type { Feeds } from './feeds.ts';
import type { FeedItem } from './read-feed.ts';

const TYPE = {
  name: 'core/rss',
  title: 'RSS',
  category: 'widgets',
  attributes: {
    columns: { type: 'number', default: 2 },
    blockLayout: { type: 'string', default: 'list' },
    feedURL: { type: 'string', default: '' },
    itemsToShow: { type: 'number', default: 5 },
    displayExcerpt: { type: 'boolean', default: false },
    displayAuthor: { type: 'boolean', default: false },
    displayDate: { type: 'boolean', default: false },
    excerptLength: { type: 'number', default: 55 },
  },
  supports: { align: true, html: false },
} satisfies BlockType;

/** The services that the block needs. */
export interface RssDependencies {
  readonly site: Site;
  readonly options: Options;
  readonly clock: SiteClock;
  readonly feeds: Feeds;
}

/** The most feeds that are shown for one request, which waits for each of them. */
const MOST_FEEDS = 10;

type Attributes = Readonly<Record<string, unknown>>;

/** The newest items of a feed of another site. */
export const rss = (dependencies: RssDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, _block, context) {
    const { feeds, site } = dependencies;
    const url = addressOf(String(attributes.feedURL));
    if (url === '') return refusal('A valid address of a feed is needed.');
    // A page that shows the feed that it stands in would wait for itself.
    if (`${url}/`.startsWith(`${site.home}/`)) return refusal('A feed of the site itself cannot be shown.');
    const asked = requestOf(context)
      .memo(rss, () => new Set<string>())
      .add(url);
    const items = asked.size > MOST_FEEDS ? null : await feeds.items(url);
    if (items === null)
      return refusal('The feed could not be read, or there is nothing in it. Please try again later.');
    const shown = items.slice(0, Math.max(Math.trunc(Number(attributes.itemsToShow)), 1));
    const outer = wrapperAttributes(site, TYPE, attributes, { class: classesOf(attributes) });
    return `<ul${outer}>${shown.map((item) => itemOf(dependencies, item, attributes)).join('')}</ul>`;
  },
});

const refusal = (reason: string): string =>
  `<div class="components-placeholder"><div class="notice notice-error"><strong>RSS Error:</strong> ${reason}</div></div>`;

/** A whole address of the web; empty for anything else. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : '';
}

function classesOf({ blockLayout, columns, displayAuthor, displayDate, displayExcerpt }: Attributes): string {
  const classes = [
    ...(blockLayout === 'grid' ? ['is-grid', `columns-${Math.max(Math.trunc(Number(columns)), 1)}`] : []),
    ...(displayDate ? ['has-dates'] : []),
    ...(displayAuthor ? ['has-authors'] : []),
    ...(displayExcerpt ? ['has-excerpts'] : []),
  ];
  return classes.join(' ');
}

function itemOf(dependencies: RssDependencies, item: FeedItem, attributes: Attributes): string {
  const name = (part: string) => blockClass(dependencies.site, `rss__item${part}`);
  const title = escapeHtml(stripAllTags(item.title)) || '(no title)';
  const href = escapeAttribute(cleanUrl(item.link));
  const parts = [
    `<div class='${name('-title')}'>${href === '' ? title : `<a href='${href}'>${title}</a>`}</div>`,
    attributes.displayDate ? dateOf(dependencies, item.date, name('-publish-date')) : '',
    attributes.displayAuthor && item.author !== ''
      ? `<span class="${name('-author')}">by ${escapeHtml(stripAllTags(item.author))}</span>`
      : '',
    attributes.displayExcerpt ? excerptOf(item, attributes, name('-excerpt')) : '',
  ];
  return `<li class='${name('')}'>${parts.join('')}</li>`;
}

function dateOf({ clock, options }: RssDependencies, date: string, className: string): string {
  const seconds = Date.parse(date) / 1000;
  const zone = clock.zone();
  if (!Number.isFinite(seconds)) return '';
  const stored = formatDate(toLocalSeconds(Math.floor(seconds), zone));
  const shown = escapeHtml(formatLocalDate(stored, String(options.get('date_format', '')), zone));
  return `<time datetime="${formatLocalDate(stored, 'c', zone)}" class="${className}">${shown}</time> `;
}

function excerptOf({ description }: FeedItem, { excerptLength }: Attributes, className: string): string {
  const words = Math.max(Math.trunc(Number(excerptLength)), 1);
  return `<div class="${className}">${escapeHtml(trimWords(description, words))}</div>`;
}
