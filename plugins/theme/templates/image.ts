import { cleanUrl, html, type Markup } from '../../../core/text/index.ts';
import type { MediaData } from '../reading/data.ts';

/** A picture of the library; one that `leads` its page is fetched before others, and those of lists when they come into sight. */
export function image(
  { source_url, alt_text, mime_type, media_details }: MediaData,
  className: string,
  leads = false,
): Markup | false {
  if (source_url === undefined || mime_type?.startsWith('image/') !== true) return false;
  const { width, height } = media_details ?? {};
  const size = width && height ? html` width="${width}" height="${height}"` : false;
  const loading = leads ? html` fetchpriority="high"` : html` loading="lazy"`;
  return html`<img class="${className}" src="${cleanUrl(source_url)}" alt="${alt_text}"${size}${loading}>`;
}
