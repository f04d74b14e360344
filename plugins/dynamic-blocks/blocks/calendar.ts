import { formatDate, toLocalSeconds } from '../../../core/site/index.ts';
import { cleanUrl, escapeHtml } from '../../../core/text/index.ts';
import { attrs, typography, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import { DAYS, MONTHS } from '../../options/index.ts';
import { archiveLink } from '../archive-links.ts';
import type { BlockDependencies } from '../dependencies.ts';
import { daysOf, monthsAround, PERIODS } from '../published.ts';

const { __experimentalTextDecoration: _, ...LETTERS } = typography();

const TYPE = {
  name: 'core/calendar',
  title: 'Calendar',
  category: 'widgets',
  attributes: { month: { type: 'integer' }, year: { type: 'integer' } },
  supports: { align: true, typography: LETTERS },
} satisfies BlockType;

/** The days of a month, with links to those on which posts were published. */
export const calendar = (
  dependencies: Pick<BlockDependencies, 'clock' | 'database' | 'options' | 'site'>,
): BlockType => ({
  ...TYPE,
  async render(attributes) {
    const today = localToday(dependencies);
    const month = monthOf(attributes, today);
    const published = await daysOf(dependencies, month);
    const { before, after } = await monthsAround(dependencies, month);
    const start = Number(dependencies.options.get('start_of_week', 0)) % 7;
    const days = new Set(published.map(({ period }) => period));
    const outer = wrapperAttributes(dependencies.site, TYPE, attributes);
    const table = attrs({ class: `${dependencies.site.brand.prefixed('calendar')}-table` });
    return (
      `<div${outer}><table${table}><caption>${escapeHtml(nameOf(month))}</caption>` +
      `<thead><tr>${headings(start)}</tr></thead><tbody>${weeks(dependencies, month, start, days, today)}</tbody></table>` +
      `${navigation(dependencies, before, after)}</div>`
    );
  },
});

function localToday({ clock }: Pick<BlockDependencies, 'clock'>): string {
  return formatDate(toLocalSeconds(Math.floor(clock.now().getTime() / 1000), clock.zone())).slice(0, PERIODS.daily);
}

/** The month that the attributes name, or the present one: `2026-03`. */
function monthOf({ month, year }: Readonly<Record<string, unknown>>, today: string): string {
  const [m, y] = [Number(month), Number(year)];
  if (!(m >= 1 && m <= 12 && y >= 1 && y <= 9999)) return today.slice(0, PERIODS.monthly);
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}`;
}

const nameOf = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

function headings(start: number): string {
  return DAYS.map((_, place) => DAYS[(place + start) % 7]!)
    .map((day) => `<th${attrs({ scope: 'col', 'aria-label': day })}>${day.charAt(0)}</th>`)
    .join('');
}

function weeks(
  dependencies: Pick<BlockDependencies, 'options' | 'site'>,
  month: string,
  start: number,
  days: ReadonlySet<string>,
  today: string,
): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const empty = '<td>&nbsp;</td>';
  const cells: string[] = Array.from({ length: (first.getUTCDay() - start + 7) % 7 }, () => empty);
  for (let day = 1; day <= length; day++) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const shown = days.has(date) ? dayLink(dependencies, date, day) : String(day);
    cells.push(`<td${attrs({ class: date === today ? 'today' : undefined })}>${shown}</td>`);
  }
  while (cells.length % 7 !== 0) cells.push(empty);
  const rows = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
  return rows.map((row) => `<tr>${row.join('')}</tr>`).join('');
}

function dayLink(dependencies: Pick<BlockDependencies, 'options' | 'site'>, date: string, day: number): string {
  const href = cleanUrl(archiveLink(dependencies, date));
  const label = `Posts of ${MONTHS[Number(date.slice(5, 7)) - 1]} ${day}, ${date.slice(0, 4)}`;
  return `<a${attrs({ href, 'aria-label': label })}>${day}</a>`;
}

function navigation(
  dependencies: Pick<BlockDependencies, 'options' | 'site'>,
  before: string | undefined,
  after: string | undefined,
): string {
  const link = (month: string | undefined, side: string, text: (name: string) => string) => {
    const inner =
      month === undefined
        ? '&nbsp;'
        : `<a${attrs({ href: cleanUrl(archiveLink(dependencies, month)) })}>${text(escapeHtml(nameOf(month)))}</a>`;
    return `<span${attrs({ class: `${dependencies.site.brand.prefixed('calendar')}-nav-${side}` })}>${inner}</span>`;
  };
  const links = [link(before, 'prev', (name) => `&laquo; ${name}`), link(after, 'next', (name) => `${name} &raquo;`)];
  const nav = attrs({
    class: `${dependencies.site.brand.prefixed('calendar')}-nav`,
    'aria-label': 'Months before and after',
  });
  return `<nav${nav}>${links.join(' ')}</nav>`;
}
