import { createHash } from 'node:crypto';
import type { HttpContext } from '../../core/index.ts';
import { html, Markup } from '../../core/text/index.ts';

/** The content of a page such as the login page. */
export interface Page {
  readonly title: string;
  /** The site's name, above the title. */
  readonly siteName: string;
  readonly body: Markup;
  /** 200 when left out. */
  readonly status?: number;
  /** Whether the address of the page is a secret, which no other address may learn. */
  readonly isAddressSecret?: boolean;
  /** Whether pages of this site may show it in a frame; no other page may. */
  readonly isFramed?: boolean;
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 24rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
label, input[type=text], input[type=password] { display: block; width: 100%; box-sizing: border-box; }
label.inline { display: flex; gap: .5rem; align-items: center; }
input, button { font: inherit; padding: .5rem; }
input[type=text], input[type=password] { margin-bottom: 1rem; }
button { margin: 1rem .5rem 0 0; padding: .5rem 1rem; cursor: pointer; }
code { overflow-wrap: anywhere; font-size: 1.125rem; }
[role=alert], [role=status] { border-inline-start: .25rem solid; padding-inline-start: .75rem; }
[role=alert] { border-color: #c33; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors`;

/** Sends a page: one column, no script, nothing from elsewhere, never cached, in no frame but as it is said. */
export function sendPage(context: HttpContext, page: Page): void {
  const { title, siteName, body, status = 200, isAddressSecret = false, isFramed = false } = page;
  context.status = status;
  context.type = 'text/html; charset=utf-8';
  context.set('Cache-Control', 'no-store');
  context.set('Content-Security-Policy', `${POLICY} ${isFramed ? "'self'" : "'none'"}`);
  context.set('X-Frame-Options', isFramed ? 'SAMEORIGIN' : 'DENY');
  context.set('X-Content-Type-Options', 'nosniff');
  // Forms need their Origin header, which "no-referrer" would blank.
  context.set('Referrer-Policy', isAddressSecret ? 'no-referrer' : 'same-origin');
  context.body = `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><title>${title} \u2013 ${siteName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${new Markup(STYLE)}</style></head>
<body><main><p>${siteName}</p><h1>${title}</h1>
${body}
</main></body></html>`.text
  }`;
}
