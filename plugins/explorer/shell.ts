import { randomBytes } from 'node:crypto';
import type { HttpContext } from '../../core/index.ts';
import { html } from '../../core/text/index.ts';

/** Sends the page without its content, which its script makes; `base` is the path of its files. */
export function sendShell(http: HttpContext, base: string): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = {
    'default-src': "'none'",
    // By a nonce, so that no other file of this origin, such as an upload or JSONP, can be run by the page.
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'connect-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  };
  http.status = 200;
  http.type = 'text/html; charset=utf-8';
  http.set('Cache-Control', 'no-store');
  http.set(
    'Content-Security-Policy',
    Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
  );
  http.set('X-Frame-Options', 'DENY');
  http.set('X-Content-Type-Options', 'nosniff');
  http.set('Referrer-Policy', 'same-origin');
  http.body = `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><title>Explorer</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}style.css" nonce="${nonce}">
<script type="module" src="${base}app.js" nonce="${nonce}"></script></head>
<body><noscript><p>The explorer needs JavaScript.</p></noscript></body></html>`.text
  }`;
}
