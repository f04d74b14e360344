import type { HttpContext } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';
import { sendPage } from '../sessions/index.ts';
import type { EditorDependencies } from './dependencies.ts';

/** Where the login page in the editor's dialog leads to: the editor sees that it may go on, and closes the dialog. */
export function sendSignedIn(http: HttpContext, { options }: Pick<EditorDependencies, 'options'>): void {
  sendPage(http, {
    title: 'You are signed in',
    siteName: String(options.get('blogname', '')),
    body: html`<p role="status">The editor goes on in a moment.</p>`,
    isFramed: true,
  });
}
