import { isMap } from '../../../core/base/index.ts';
import { escapeAttribute } from '../../../core/text/index.ts';
import { typography } from '../../block-supports/index.ts';
import { requestOf } from '../../content-rendering/index.ts';
import { type AttachedFile, featuredImage } from '../../media/index.ts';
import type { MediaBlock, MediaBlockDependencies } from '../media-block.ts';

const INNER = /<div\b[^<>]*-block-cover__inner-container[\s"]/;

/** Blocks over a picture, which may be the featured image of the item that is shown. */
export const cover: MediaBlock = (dependencies) => {
  const name = dependencies.site.brand.prefixed('block-cover');
  return {
    name: 'core/cover',
    title: 'Cover',
    category: 'media',
    usesContext: ['postId', 'postType'],
    attributes: {
      url: { type: 'string' },
      useFeaturedImage: { type: 'boolean', default: false },
      id: { type: 'number' },
      alt: { type: 'string', source: 'attribute', selector: 'img', attribute: 'alt', default: '' },
      hasParallax: { type: 'boolean', default: false },
      isRepeated: { type: 'boolean', default: false },
      dimRatio: { type: 'number', default: 100 },
      overlayColor: { type: 'string' },
      customOverlayColor: { type: 'string' },
      backgroundType: { type: 'string', default: 'image' },
      focalPoint: { type: 'object' },
      minHeight: { type: 'number' },
      minHeightUnit: { type: 'string' },
      gradient: { type: 'string' },
      customGradient: { type: 'string' },
      contentPosition: { type: 'string' },
      isDark: { type: 'boolean', default: true },
      allowedBlocks: { type: 'array' },
      templateLock: { type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] },
    },
    supports: {
      anchor: true,
      align: true,
      html: false,
      spacing: { padding: true, margin: ['top', 'bottom'], __experimentalDefaultControls: { padding: true } },
      color: {
        __experimentalDuotone: `> .${name}__image-background, > .${name}__video-background`,
        text: false,
        background: false,
      },
      typography: typography(),
    },
    pure: ({ useFeaturedImage, backgroundType }) => useFeaturedImage !== true || backgroundType !== 'image',
    async render(attributes, content, { context }, text) {
      if (attributes.useFeaturedImage !== true || attributes.backgroundType !== 'image') return content;
      const id = Number(context.postId ?? 0);
      const image =
        Number.isSafeInteger(id) && id > 0 ? await featuredImage({ id }, dependencies, requestOf(text)) : null;
      const picture = image === null ? '' : backgroundOf(image, attributes, name, dependencies);
      const at = content.search(INNER);
      return picture === '' || at < 0 ? content : content.slice(0, at).trimEnd() + picture + content.slice(at);
    },
  };
};

/** An image behind a cover. */
function backgroundOf(
  image: AttachedFile,
  { focalPoint, hasParallax, isRepeated }: Readonly<Record<string, unknown>>,
  name: string,
  { images }: Pick<MediaBlockDependencies, 'images'>,
): string {
  const place = placeOf(focalPoint);
  if (!hasParallax && !isRepeated) {
    return images.element(image, 'post-thumbnail', {
      class: `${name}__image-background`,
      'data-object-fit': 'cover',
      ...(place === '' ? {} : { 'data-object-position': place, style: `object-position: ${place};` }),
    });
  }
  const classes = [`${name}__image-background`, hasParallax && 'has-parallax', isRepeated && 'is-repeated'];
  const url = image.url.replace(/['"()<>\\\s]/g, (found) => `%${found.charCodeAt(0).toString(16)}`);
  const style = `background-position:${place || '50% 50%'};background-image:url(${url})`;
  return `<div class="${classes.filter(Boolean).join(' ')}" style="${escapeAttribute(style)}"></div>`;
}

/** A point of a picture as a style has it: how far it is from the left and from the top, as parts of a hundred. */
function placeOf(point: unknown): string {
  if (!isMap(point)) return '';
  const [x, y] = [point.x, point.y].map((part) => Math.round(Number(part) * 100));
  return Number.isFinite(x) && Number.isFinite(y) ? `${x}% ${y}%` : '';
}
