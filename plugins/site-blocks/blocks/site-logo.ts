import { attrs, SPACING, wrapperAttributes } from '../../block-supports/index.ts';
import type { BlockType } from '../../content-rendering/index.ts';
import type { AttachedFile, AttachmentImages } from '../../media/index.ts';
import type { SiteBlockDependencies } from '../dependencies.ts';

const TYPE = {
  name: 'core/site-logo',
  title: 'Site logo',
  category: 'theme',
  attributes: {
    width: { type: 'number' },
    isLink: { type: 'boolean', default: true },
    linkTarget: { type: 'string', default: '_self' },
    shouldSyncIcon: { type: 'boolean' },
  },
  supports: {
    html: false,
    align: true,
    alignWide: false,
    color: {
      __experimentalDuotone: 'img, .components-placeholder__illustration, .components-placeholder::before',
      text: false,
      background: false,
    },
    spacing: SPACING,
  },
} satisfies BlockType;

/** The logo of the site, with a link to its first page; nothing where it has none. */
export const siteLogo = ({
  images,
  options,
  site,
}: Pick<SiteBlockDependencies, 'images' | 'options' | 'site'>): BlockType => ({
  ...TYPE,
  async render(attributes) {
    const id = Number(options.get('site_logo', 0));
    const image = Number.isSafeInteger(id) && id > 0 ? ((await images?.load(id)) ?? null) : null;
    if (image === null) return '';
    const width = Math.trunc(Number(attributes.width ?? 0));
    const logo = logoOf(images!, image, String(options.get('blogname', '')), width);
    const target = attributes.linkTarget === '_blank' ? '_blank' : undefined;
    const link = attrs({ href: `${site.home}/`, class: 'custom-logo-link', target, rel: 'home' });
    const outer = wrapperAttributes(site, TYPE, attributes, { class: width > 0 ? '' : 'is-default-size' });
    return `<div${outer}>${attributes.isLink ? `<a${link}>${logo}</a>` : logo}</div>`;
  },
});

/** The element of the logo, with a width in pixels and the height that belongs to it where one is given. */
function logoOf(images: AttachmentImages, image: AttachedFile, siteName: string, width: number): string {
  const element = images.element(image, 'full', { class: 'custom-logo', alt: image.altText || siteName });
  if (!(width > 0)) return element;
  const own = images.sized(image, 'full');
  const height = Math.round((own.height / own.width) * width);
  return element.replace(/ width="\d+" height="\d+"/, ` width="${width}" height="${height}"`);
}
