import { RequestContext } from '../../../core/index.ts';
import { escapeAttribute } from '../../../core/text/index.ts';
import { sanitizeHtmlClass } from '../../class-list/index.ts';
import type { ShortcodeHandler } from '../../content-rendering/index.ts';
import { texturize } from '../../formatting/index.ts';
import type { AttachedFile } from '../../media/index.ts';
import type { Post } from '../../posts/index.ts';
import { CHOICE, chosenAttachments } from '../attachments.ts';
import { attributesOf, integerOf } from '../attributes.ts';
import { itemOf, type ShortcodeDependencies } from '../dependencies.ts';

const [HTML4, HTML5] = [
  { itemtag: 'dl', icontag: 'dt', captiontag: 'dd' },
  { itemtag: 'figure', icontag: 'div', captiontag: 'figcaption' },
] as const;

const DEFAULTS = {
  ...CHOICE,
  columns: '3',
  size: 'thumbnail',
  link: '',
};

/** Elements that an image, its frame and its text may be. */
const ELEMENTS: ReadonlySet<string> = new Set(
  'article aside dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header li ol p section span ul'.split(' '),
);

/** The parts of a gallery that all of its images share. */
interface Frame {
  /** The id of the gallery's element. */
  readonly id: string;
  readonly itemtag: string;
  readonly icontag: string;
  readonly captiontag: string;
  readonly link: string;
  readonly size: string;
  readonly html5: boolean;
}

/** Images in columns: `[gallery ids="1,2" columns="3" size="thumbnail" link="file"]`. */
export const gallery =
  (dependencies: ShortcodeDependencies): ShortcodeHandler =>
  async (given, _content, _tag, context) => {
    const { hooks, images, instances, isHtml5, site } = dependencies;
    const number = instances.next('gallery', context);
    const replaced = await hooks.filter('post_gallery').promise('', given, number);
    if (replaced !== '') return replaced;
    const html5 = isHtml5(context);
    const tags = html5 ? HTML5 : HTML4;
    const attributes = attributesOf(hooks, 'gallery', { ...DEFAULTS, ...tags }, given);
    const chosen = await chosenAttachments(attributes, 'image', dependencies, context);
    const loaded = await Promise.all(chosen.map(({ id }) => images.load(id)));
    const shown = chosen.flatMap((post, index) => {
      const image = loaded[index] ?? null;
      return image === null ? [] : [{ post, image }];
    });
    if (shown.length === 0) return '';

    const id = `gallery-${number}`;
    const columns = Math.max(0, integerOf(attributes.columns));
    const element = (name: string, standard: string) => (ELEMENTS.has(name) ? name : standard);
    const frame: Frame = {
      id,
      itemtag: element(attributes.itemtag, tags.itemtag),
      icontag: element(attributes.icontag, tags.icontag),
      captiontag: element(attributes.captiontag, tags.captiontag),
      link: attributes.link,
      size: sanitizeHtmlClass(attributes.size, DEFAULTS.size),
      html5,
    };
    const addresses = new RequestContext();
    const items = await Promise.all(shown.map((one) => itemMarkup(one, frame, dependencies, addresses)));
    const breaks = columns > 0 && !html5;
    const rows = items.map((item, index) =>
      breaks && (index + 1) % columns === 0 ? `${item}<br style="clear: both" />` : item,
    );
    const isOpen = breaks && items.length % columns !== 0;
    const opening = `<div id='${id}' class='gallery galleryid-${itemOf(context)} gallery-columns-${columns} gallery-size-${frame.size}'>`;
    const head = hooks.filter('use_default_gallery_style').call(!html5)
      ? styleOf(id, columns, site.brand.prefixed('includes'))
      : '';
    const start = hooks.filter('gallery_style').call(`${head}${opening}`);
    return `${start}${rows.join('')}${isOpen ? "\n\t\t\t<br style='clear: both' />" : ''}\n\t\t</div>\n`;
  };

/** The rules of a gallery, whose columns are equally wide. */
function styleOf(id: string, columns: number, folder: string): string {
  const width = columns > 0 ? Math.floor(100 / columns) : 100;
  const rules: readonly (readonly [selector: string, ...declarations: string[]])[] = [
    [`#${id}`, 'margin: auto'],
    [`#${id} .gallery-item`, 'float: left', 'margin-top: 10px', 'text-align: center', `width: ${width}%`],
    [`#${id} img`, 'border: 2px solid #cfcfcf'],
    [`#${id} .gallery-caption`, 'margin-left: 0'],
  ];
  const written = rules.map(
    ([selector, ...declarations]) =>
      `\t\t\t${selector} {\n${declarations.map((one) => `\t\t\t\t${one};\n`).join('')}\t\t\t}\n`,
  );
  return `\n\t\t<style type="text/css">\n${written.join('')}\t\t\t/* see gallery_shortcode() in ${folder}/media.php */\n\t\t</style>\n\t\t`;
}

/** An image of a gallery with its link and its text. */
async function itemMarkup(
  { post, image }: { readonly post: Post; readonly image: AttachedFile },
  { id, itemtag, icontag, captiontag, link, size, html5 }: Frame,
  { images, permalinks, site }: ShortcodeDependencies,
  context: RequestContext,
): Promise<string> {
  const text = post.excerpt.trim();
  const captionId = `${id}-${post.id}`;
  const element = images.element(image, size, text === '' ? {} : { 'aria-describedby': captionId });
  const address = link === 'none' ? '' : link === 'file' ? image.url : await permalinks.forPost(post, context);
  // A link around a picture that no text stands for has no name that could be read out.
  const name = html5 && element.includes(' alt=""') ? ` aria-label='${escapeAttribute(post.title)}'` : '';
  const linked = address === '' ? element : `<a href='${escapeAttribute(address)}'${name}>${element}</a>`;
  const { width = 0, height = 0 } = image.metadata;
  const caption =
    text === ''
      ? ''
      : `\n\t\t\t\t<${captiontag} class='${site.brand.prefixed('caption-text')} gallery-caption' id='${captionId}'>` +
        `\n\t\t\t\t${texturize(text)}\n\t\t\t\t</${captiontag}>`;
  return (
    `<${itemtag} class='gallery-item'>\n\t\t\t<${icontag} class='gallery-icon ${Number(height) > Number(width) ? 'portrait' : 'landscape'}'>` +
    `\n\t\t\t\t${linked}\n\t\t\t</${icontag}>${caption}</${itemtag}>`
  );
}
