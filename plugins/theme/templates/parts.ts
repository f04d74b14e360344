import type { Markup } from '../../../core/index.ts';
import type { PartName } from '../hooks.ts';
import type { ThemeKit } from '../kit.ts';
import type { View } from '../view.ts';

/** What templates write with: the page that is shown, and what they need of the site. */
export interface Page {
  readonly view: View;
  readonly kit: ThemeKit;
  /** A part of the page, after whoever replaces it. */
  part(name: PartName, markup: Markup): Markup;
  /** An address of the site itself, without the host. */
  path(path: string): string;
  option(name: string, standard?: string): string;
}

/** The page that shows a view. */
export function pageOf(view: View, kit: ThemeKit): Page {
  const folder = new URL(kit.site.home).pathname.replace(/\/+$/, '');
  return {
    view,
    kit,
    part: (name, markup) => kit.hooks.filter('theme_part').call(markup, name, view),
    path: (path) => `${folder}${path}`,
    option: (name, standard = '') => String(kit.options?.get(name, standard) ?? standard),
  };
}
