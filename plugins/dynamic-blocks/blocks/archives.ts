import { addQueryArgs, RequestContext } from '../../../core/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { blockClass, SPACING, typography, wrapperAttributes } from '../../block-supports/index.ts';
import { type BlockType, uniqueId } from '../../content-rendering/index.ts';
import { formatLocalDate } from '../../options/index.ts';
import { archiveLink } from '../archive-links.ts';
import { ARCHIVE_PARAMETER } from '../archive-redirect.ts';
import type { BlockDependencies } from '../dependencies.ts';
import { dropDown } from '../drop-down.ts';
import { plainTitle } from '../item-title.ts';
import { daysOf, PERIODS, publishedIn } from '../published.ts';
import { inWeeks } from '../weeks.ts';

const TYPE = {
  name: 'core/archives',
  title: 'Archives',
  category: 'widgets',
  attributes: {
    displayAsDropdown: { type: 'boolean', default: false },
    showLabel: { type: 'boolean', default: true },
    showPostCounts: { type: 'boolean', default: false },
    type: { type: 'string', default: 'monthly' },
  },
  supports: { align: true, html: false, spacing: SPACING, typography: typography() },
} satisfies BlockType;

/** The most posts that are listed one by one. */
const MOST_ITEMS = 1000;

/** What a visitor chooses from, by the type of a list. */
const CHOICES: Readonly<Record<string, string>> = {
  yearly: 'Select Year',
  monthly: 'Select Month',
  daily: 'Select Day',
  weekly: 'Select Week',
};

/** A line of a list of archives; its text is markup. */
interface Archive {
  readonly href: string;
  readonly text: string;
  /** How many posts it has; null for a single post. */
  readonly count: number | null;
}

/** The months in which posts were published, or other periods, or the posts one by one. */
export const archives = (dependencies: BlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, _block, context) {
    const { site } = dependencies;
    const { displayAsDropdown, showLabel, showPostCounts } = attributes;
    const type = String(attributes.type);
    const found = await find(dependencies, type);
    const name = (part: string) => blockClass(site, `archives${part}`);
    const wrapper = (own: string) => wrapperAttributes(site, TYPE, attributes, { class: own });
    if (found.length === 0) return `<div${wrapper('')}>There are no archives to show.</div>`;
    const countOf = ({ count }: Archive) => (showPostCounts && count !== null ? `&nbsp;(${count})` : '');
    if (!displayAsDropdown) {
      const items = found.map((one) => `\t<li><a href='${one.href}'>${one.text}</a>${countOf(one)}</li>\n`);
      return `<ul${wrapper(name('-list'))}>${items.join('')}</ul>`;
    }
    const id = uniqueId(context, name('-'));
    const label = `<label for="${id}" class="${name('__label')}${showLabel ? '' : ' screen-reader-text'}">Archives</label>`;
    const choice = Object.hasOwn(CHOICES, type) ? CHOICES[type] : 'Select Post';
    const options = [
      `<option value="">${choice}</option>`,
      ...found.map((one) => `\t<option value='${one.href}'> ${one.text} ${countOf(one)}</option>`),
    ];
    return `<div${wrapper(name('-dropdown'))}>${dropDown(site, { id, name: ARCHIVE_PARAMETER, label, options })}</div>`;
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
      text: plainTitle(dependencies, post),
      count: null,
    })),
  );
}
