import { cleanUrl, escapeAttribute, escapeHtml } from '../../../core/text/index.ts';
import type { ShortcodeHandler } from '../../content-rendering/index.ts';
import { attributesOf } from '../attributes.ts';
import type { ShortcodeDependencies } from '../dependencies.ts';

const DEFAULTS = { src: '', width: '', height: '' };

/** Something of another page, `[embed]http://…[/embed]`: a link to it where no tap of `embed_maybe_make_link` knows more. */
export const embed =
  ({ hooks }: ShortcodeDependencies): ShortcodeHandler =>
  async (given, content, _tag, context) => {
    const attributes = attributesOf(hooks, 'embed', DEFAULTS, given);
    const written = (content ?? '').trim() || attributes.src.trim();
    const url = cleanUrl(written.replaceAll('&amp;', '&'));
    if (url === '') return '';
    const link = `<a href="${escapeAttribute(url)}">${escapeHtml(url)}</a>`;
    return hooks.filter('embed_maybe_make_link').promise(link, url, attributes, context);
  };
