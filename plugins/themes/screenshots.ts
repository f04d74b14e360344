import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { HttpRouter, Site } from '../../core/index.ts';
import type { Theme } from './theme.ts';
import type { Themes } from './themes.ts';

const pathOf = ({ brand }: Site): string => `/${brand.prefixed('content')}/themes`;

/** The address of the folder of a theme. */
export const folderUrl = (stylesheet: string, site: Site): string =>
  `${site.home}${pathOf(site)}/${encodeURIComponent(stylesheet)}`;

/** The address of the picture of a theme; empty for a theme without one. */
export function screenshotUrl({ stylesheet, screenshot }: Theme, site: Site): string {
  return screenshot === null ? '' : `${folderUrl(stylesheet, site)}/${screenshot}`;
}

/** Serves the pictures of themes, and nothing else of their folders. */
export function serveScreenshots(router: HttpRouter, site: Site, themes: Themes): void {
  router.get(`${pathOf(site)}/:stylesheet/:file`, (context) => {
    const { stylesheet = '', file } = context.params;
    const theme = themes.get(stylesheet);
    if (theme?.folder == null || theme.screenshot === null || theme.screenshot !== file) return;
    context.type = theme.screenshot.slice(theme.screenshot.lastIndexOf('.'));
    context.set('X-Content-Type-Options', 'nosniff');
    context.body = createReadStream(join(theme.folder, theme.screenshot));
  });
}
