import { escapeAttribute } from '../../../core/text/index.ts';
import { sanitizeHtmlClass } from '../../class-list/index.ts';
import type { ShortcodeHandler } from '../../content-rendering/index.ts';
import { ksesPost } from '../../formatting/index.ts';
import { attributesOf, integerOf } from '../attributes.ts';
import type { ShortcodeDependencies } from '../dependencies.ts';

/** The elements of an image with its text, and the room at the sides of the image, in pixels together. */
const [HTML4, HTML5] = [
  { frame: 'div', below: 'p', room: 10 },
  { frame: 'figure', below: 'figcaption', room: 0 },
] as const;

const DEFAULTS = { id: '', caption_id: '', align: 'alignnone', width: '', caption: '', class: '' };

/** An image with the text that stands below it: `[caption width="300"]<img …> The text[/caption]`. */
export const caption =
  ({ hooks, isHtml5, shortcodes, site }: ShortcodeDependencies): ShortcodeHandler =>
  async (given, enclosed, _tag, context) => {
    const { content, text } = parts(enclosed ?? '', given.caption);
    const whole = { ...given, caption: text };
    const replaced = await hooks.filter('img_caption_shortcode').promise('', whole, content);
    if (replaced !== '') return replaced;
    const attributes = attributesOf(hooks, 'caption', DEFAULTS, whole);
    const width = integerOf(attributes.width);
    if (width < 1 || attributes.caption === '') return content;

    const { prefixed } = site.brand;
    const html5 = isHtml5(context);
    const { frame, below, room } = html5 ? HTML5 : HTML4;
    const id = sanitizeHtmlClass(attributes.id);
    const named = sanitizeHtmlClass(attributes.caption_id);
    const captionId = named === '' && id !== '' ? `caption-${id.replaceAll('_', '-')}` : named;
    const outer = Math.trunc(hooks.filter('img_caption_shortcode_width').call(width + room, attributes, content));
    const classes = [prefixed('caption'), attributes.align, attributes.class].join(' ').trim();
    const shown = await shortcodes.render(content, context);
    const describedBy = captionId === '' ? '' : `aria-describedby="${captionId}" `;
    const described = html5 ? shown : shown.replace('<img ', `<img ${describedBy}`);
    return (
      `<${frame} ${id === '' ? '' : `id="${id}" `}${html5 ? describedBy : ''}${outer > 0 ? `style="width: ${outer}px" ` : ''}` +
      `class="${escapeAttribute(classes)}">${described}` +
      `<${below} ${captionId === '' ? '' : `id="${captionId}" `}class="${prefixed('caption-text')}">` +
      `${attributes.caption}</${below}></${frame}>`
    );
  };

/** The image of what is enclosed, with the link that it stands in, and the text behind it, unless an attribute is the text. */
function parts(enclosed: string, attribute: string | undefined): { content: string; text: string } {
  if (attribute !== undefined) return { content: enclosed, text: ksesPost(attribute) };
  const image = enclosed.search(/<img /i);
  const close = image < 0 ? -1 : enclosed.indexOf('>', image);
  if (close < 0) return { content: enclosed, text: '' };
  const link = enclosed.slice(0, image).search(/<a [^<>]+>\s*$/i);
  const end = close + 1 + (/^\s*<\/a>/i.exec(enclosed.slice(close + 1))?.[0].length ?? 0);
  return { content: enclosed.slice(link < 0 ? image : link, end), text: enclosed.slice(end).trim() };
}
