import { createHash } from 'node:crypto';
import type { HttpContext, HttpRouter, PluginHooks } from '../../core/index.ts';
import { pageContextOf } from '../../core/rest/index.ts';
import { cleanUrl, html, Markup, stripAllTags } from '../../core/text/index.ts';
import type { Post } from '../posts/index.ts';
import type { EmbedDependencies } from './embed-html.ts';
import { itemAt, type OwnItemsDependencies } from './own-items.ts';

const STYLE = `
body { margin: 0; padding: 1.25rem; border: 1px solid #d9d9de; font: 1rem/1.5 system-ui, sans-serif; color: #1c1c1e; background: #fff; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: 0 0 .75rem; }
a { color: #0b4fb3; }
footer { color: #5a5a62; }
@media (prefers-color-scheme: dark) {
  body { color: #e8e8ea; background: #17181a; border-color: #3a3b40; }
  a { color: #8ab8ff; }
  footer { color: #a9a9b2; }
}
`;

/** Any site may frame the page; it runs no script and loads nothing but pictures. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src * data:',
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ');

/** The services that the pages use. */
export interface EmbedPageDependencies extends EmbedDependencies, OwnItemsDependencies {
  readonly hooks: PluginHooks;
}

/** Serves the pages of items that other pages show in a frame: below the address of the item, or with `?embed=true`. */
export function serveEmbedPages(router: HttpRouter, dependencies: EmbedPageDependencies): void {
  const answer = (addressOf: (http: HttpContext) => string | undefined) => {
    return async (http: HttpContext, next: () => Promise<void>): Promise<void> => {
      const address = addressOf(http);
      const context = pageContextOf(http);
      const post = address === undefined ? undefined : await itemAt(address, dependencies, context);
      if (post === undefined) return next();
      const link = await dependencies.permalinks.forPost(post, context);
      const written = {
        status: 200,
        headers: {
          'Content-Type': 'text/html; charset=UTF-8',
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': POLICY,
          'X-Content-Type-Options': 'nosniff',
          'X-Robots-Tag': 'noindex',
        },
        body: await writePage(post, link, dependencies),
      };
      const { home } = dependencies.site;
      const served = dependencies.hooks.filter('page_served').call(written, { url: home + http.path, context });
      http.remove('X-Frame-Options');
      http.status = served.status;
      for (const [name, value] of Object.entries(served.headers)) http.set(name, value);
      http.body = served.body;
    };
  };
  const { origin } = new URL(dependencies.site.home);
  router.get(
    /\/embed\/?$/,
    answer(({ path }) => `${origin}${path.replace(/embed\/?$/, '')}`),
  );
  router.get(
    /\/$/,
    answer(({ path, query, querystring }) =>
      query.embed === undefined ? undefined : `${origin}${path}?${querystring}`,
    ),
  );
}

/** The page: title, excerpt and site, with links that leave the frame. */
async function writePage(
  post: Post,
  link: string,
  { site, options, renderer }: EmbedPageDependencies,
): Promise<string> {
  // The entities of both are escaped already.
  const title = new Markup(stripAllTags(renderer.title(post.title, post.id)).replace(/[<>]/g, '') || '(no title)');
  const excerpt = new Markup(stripAllTags(await renderer.excerpt(post)).replace(/[<>]/g, ''));
  const name = stripAllTags(String(options.get('blogname', '')));
  const language = (String(options.get('WPLANG', '')) || 'en_US').replaceAll('_', '-');
  return `<!doctype html>
${
  html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${name}</title>
<meta name="robots" content="noindex, follow">
<link rel="canonical" href="${cleanUrl(link)}">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<h1><a href="${cleanUrl(link)}" target="_top">${title}</a></h1>
<p>${excerpt}</p>
<footer><a href="${site.home}/" target="_top">${name}</a></footer>
</body>
</html>
`.text
}`;
}
