import type { HttpContext } from '../../core/index.ts';

/** A text that a form sent, or failing that the query; empty when neither did. */
export function formText(context: HttpContext, name: string): string {
  const { body } = context.request;
  const form = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const value = Object.hasOwn(form, name) ? form[name] : queryText(context, name);
  return typeof value === 'string' ? value : '';
}

/** A text of the query; empty when it has none, or several. */
export function queryText(context: HttpContext, name: string): string {
  const value = Object.hasOwn(context.query, name) ? context.query[name] : '';
  return typeof value === 'string' ? value : '';
}

/** Whether the login page is asked for by a page that shows it in a frame, to go on when someone has signed in. */
export const isInterim = (context: HttpContext): boolean => queryText(context, 'interim-login') !== '';
