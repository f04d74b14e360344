import type { Markup } from '../../../core/text/index.ts';
import { trimEnd } from '../../../core/text/index.ts';
import { formatLocalDate } from '../../options/index.ts';
import type { ThemeDependencies } from '../dependencies.ts';
import type { PartName } from '../hooks.ts';
import type { View } from '../view.ts';

/** The arguments of templates: the page that is shown, and the services that they use. */
export interface Page {
  readonly view: View;
  readonly dependencies: ThemeDependencies;
  /** A part of the page, as the filter leaves it. */
  part(name: PartName, markup: Markup): Markup;
  /** An address of the site itself, without the host. */
  path(path: string): string;
  option(name: string, standard?: string): string;
  /** The day of a date of the interface, as the site writes days. */
  date(date: string): string;
  /** The time of day of a date of the interface, as the site writes it. */
  time(date: string): string;
}

const UTC = { timezone: 'UTC', gmtOffset: 0 };

/** The page that shows a view. */
export function pageOf(view: View, dependencies: ThemeDependencies): Page {
  const folder = trimEnd(new URL(dependencies.site.home).pathname, '/');
  const option = (name: string, standard = '') => String(dependencies.options?.get(name, standard) ?? standard);
  const written = (date: string, pattern: string) =>
    formatLocalDate(date.replace('T', ' '), pattern, dependencies.clock?.zone() ?? UTC);
  return {
    view,
    dependencies,
    part: (name, markup) => dependencies.hooks.filter('theme_part').call(markup, name, view),
    path: (path) => `${folder}${path}`,
    option,
    date: (date) => written(date, option('date_format', 'F j, Y')),
    time: (date) => written(date, option('time_format', 'g:i a')),
  };
}
