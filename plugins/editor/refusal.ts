import type { HttpContext } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import { sendPage } from '../sessions/index.ts';
import type { EditorDependencies } from './dependencies.ts';

/** Says in a line why there is nothing to edit. */
export function sendRefusal(
  http: HttpContext,
  reason: string,
  { site, options }: Pick<EditorDependencies, 'options' | 'site'>,
  status = 404,
): void {
  sendPage(http, {
    title: 'Editor',
    siteName: String(options.get('blogname', '')),
    body: html`<p role="alert">${reason}</p><p><a href="${site.home}/editor">All items</a></p>`,
    status,
  });
}
