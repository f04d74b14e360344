import type { PluginHooks, Site } from '../../core/index.ts';

/** The parameter of an address that holds the address of an archive. */
export const ARCHIVE_PARAMETER = 'archive-dropdown';

/** Leads the visitor who has chosen an archive of the site from a list to it. */
export function redirectToArchive(hooks: PluginHooks, site: Pick<Site, 'home'>): void {
  if (!hooks.has('template_redirect')) return;
  hooks
    .filter('template_redirect')
    .tap({ name: 'dynamic-blocks', pure: true }, (answer, { pageRequest: { query } }) => {
      const address = query.get(ARCHIVE_PARAMETER) ?? '';
      if (answer !== null || !URL.canParse(address)) return answer;
      const { href } = new URL(address);
      if (!href.startsWith(`${site.home}/`)) return answer;
      return { status: 302, headers: { Location: href }, body: '' };
    });
}
