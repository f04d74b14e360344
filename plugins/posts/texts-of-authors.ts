import type { CurrentUser, PluginHooks, Site } from '../../core/index.ts';
import { ksesData, ksesPostOf } from '../formatting/index.ts';

/**
 * Cleans the texts of users without `unfiltered_html`. Texts that are written without a user, by an import for
 * instance, stay as they are.
 */
export function cleanTextsOfAuthors(hooks: PluginHooks, { home }: Pick<Site, 'home'>): void {
  const ksesPost = ksesPostOf(new URL(home).host);
  const cleaned = (clean: (text: string) => string) => (text: string, by: CurrentUser | undefined) =>
    by === undefined || by.can('unfiltered_html') ? text : clean(text);
  hooks.filter('title_save_pre').tap('allowed-markup', cleaned(ksesData));
  hooks.filter('content_save_pre').tap('allowed-markup', cleaned(ksesPost));
  hooks.filter('excerpt_save_pre').tap('allowed-markup', cleaned(ksesPost));
}
