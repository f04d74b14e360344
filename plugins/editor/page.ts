import type { HttpContext } from '../../core/index.ts';
import { html, Markup } from '../../core/text/index.ts';

/** A page: what it may load, what it shows. */
export interface Page {
  readonly title: string;
  readonly policy: Readonly<Record<string, string>>;
  /** Beside the title. */
  readonly head: Markup;
  readonly body: Markup;
  readonly status?: number;
}

/** The policy that every page of the editor has: nothing is loaded or framed that is not listed. */
const STRICT = {
  'default-src': "'none'",
  'img-src': 'data:',
  'base-uri': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** Sends a page that must not be cached or framed. */
export function sendPage(http: HttpContext, { title, policy, head, body, status = 200 }: Page): void {
  http.status = status;
  http.type = 'text/html; charset=utf-8';
  http.set('Cache-Control', 'no-store');
  http.set(
    'Content-Security-Policy',
    Object.entries({ ...STRICT, ...policy })
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
  );
  http.set('X-Content-Type-Options', 'nosniff');
  // Forms need their Origin header, which "no-referrer" would blank.
  http.set('Referrer-Policy', 'same-origin');
  http.body = `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
${head}</head>
${body}
</html>`.text
  }\n`;
}

/** JSON that a script element of the type `application/json` holds: nothing in it ends the element. */
export const jsonIn = (data: unknown): Markup =>
  new Markup(
    JSON.stringify(data).replace(
      /[<>&\u2028\u2029]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
