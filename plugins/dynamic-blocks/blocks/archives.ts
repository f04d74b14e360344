import { addQueryArgs, RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { archiveLink } from '../archive-links.ts';
import { flag, text, withCommon } from '../attributes.ts';
import { type BlockDependencies, blockClass } from '../dependencies.ts';
import { itemTitle } from '../item-title.ts';
import { formatLocalDate } from '../local-date.ts';
import { attrs, classes, dropdown } from '../markup.ts';
import { daysOf, PERIODS, publishedIn } from '../published.ts';
import { inWeeks } from '../weeks.ts';

/** The most posts that are listed one by one. */
const MOST_ITEMS = 1000;

/** A line of a list of archives; its text is markup. */
interface Archive {
  readonly href: string;
  readonly text: string;
  /** How many posts it has; null for a single post. */
  readonly count: number | null;
}

/** The months in which posts were published, or other periods, or the posts one by one. */
export const archives = (dependencies: BlockDependencies): BlockType => ({
  name: 'core/archives',
  title: 'Archives',
  category: 'widgets',
  attributes: withCommon({
    displayAsDropdown: flag(false),
    showLabel: flag(true),
    showPostCounts: flag(false),
    type: text('monthly'),
  }),
  async render(attributes) {
    const found = await find(dependencies, String(attributes.type));
    const name = (part: string) => blockClass(dependencies.site, part);
    const own = attributes.displayAsDropdown ? name('archives-dropdown') : name('archives-list');
    const outer = attrs({ class: classes(attributes, own, name('archives')) });
    if (found.length === 0) return `<div${outer}>There are no archives.</div>`;
    const items = found.map(({ href, text: shown, count }) => {
      const more = attributes.showPostCounts && count !== null ? `&nbsp;(${count})` : '';
      return `<li><a${attrs({ href })}>${shown}</a>${more}</li>`;
    });
    if (!attributes.displayAsDropdown) return `<ul${outer}>${items.join('')}</ul>`;
    return dropdown(outer, attributes.showLabel ? 'Archives' : 'Choose', items);
  },
});

async function find(dependencies: BlockDependencies, type: string): Promise<Archive[]> {
  if (type === 'postbypost' || type === 'alpha') return itemByItem(dependencies, type === 'alpha' ? 'title' : 'date');
  if (type === 'weekly') return weekly(dependencies);
  const length = type === 'yearly' || type === 'daily' ? PERIODS[type] : PERIODS.monthly;
  return (await publishedIn(dependencies, length)).map(({ period, count }) => ({
    href: cleanUrl(archiveLink(dependencies, period)),
    text: nameOf(dependencies, period),
    count,
  }));
}

function nameOf({ options, clock }: Pick<BlockDependencies, 'clock' | 'options'>, period: string): string {
  if (period.length === PERIODS.yearly) return escapeHtml(period);
  const isDay = period.length === PERIODS.daily;
  const pattern = isDay ? String(options.get('date_format', '')) : 'F Y';
  return escapeHtml(formatLocalDate(`${isDay ? period : `${period}-01`} 00:00:00`, pattern, clock.zone()));
}

async function weekly(dependencies: BlockDependencies): Promise<Archive[]> {
  const days = await daysOf(dependencies);
  const start = Number(dependencies.options.get('start_of_week', 0));
  return inWeeks(days, start).map(({ first, last, year, week, count }) => ({
    href: cleanUrl(addQueryArgs(`${dependencies.site.home}/`, { m: year, w: week })),
    text: `${nameOf(dependencies, first)}&#8211;${nameOf(dependencies, last)}`,
    count,
  }));
}

async function itemByItem(
  dependencies: Pick<BlockDependencies, 'permalinks' | 'posts' | 'renderer'>,
  orderBy: 'title' | 'date',
): Promise<Archive[]> {
  const context = new RequestContext();
  const order = orderBy === 'title' ? 'asc' : 'desc';
  const { posts } = await dependencies.posts.query({
    types: ['post'],
    statuses: ['publish'],
    perPage: MOST_ITEMS,
    orderBy,
    order,
  });
  return Promise.all(
    posts.map(async (post) => ({
      href: cleanUrl(await dependencies.permalinks.forPost(post, context)),
      text: itemTitle(dependencies, post),
      count: null,
    })),
  );
}
