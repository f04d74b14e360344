import type { ArgumentSchema } from '../../../core/index.ts';
import { stripAllTags } from '../../../core/text/index.ts';
import {
  attrs,
  blockClass,
  groupStyle,
  kebabCase,
  SPACING,
  safeDeclaration,
  wrapperAttributes,
} from '../../block-supports/index.ts';
import { type BlockType, requestOf } from '../../content-rendering/index.ts';
import { featuredImage } from '../../media/index.ts';
import type { PostBlockDependencies } from '../dependencies.ts';
import { addressOf, itemOf, textOf, titleOf } from '../item.ts';

const TYPE = {
  name: 'core/post-featured-image',
  title: 'Post featured image',
  category: 'theme',
  usesContext: ['postId', 'postType', 'queryId'],
  attributes: {
    isLink: { type: 'boolean', default: false },
    width: { type: 'string' },
    height: { type: 'string' },
    scale: { type: 'string', default: 'cover' },
    sizeSlug: { type: 'string' },
    rel: { type: 'string', attribute: 'rel', default: '' } as ArgumentSchema,
    linkTarget: { type: 'string', default: '_self' },
    overlayColor: { type: 'string' },
    customOverlayColor: { type: 'string' },
    dimRatio: { type: 'number', default: 0 },
    gradient: { type: 'string' },
    customGradient: { type: 'string' },
  },
  supports: {
    align: ['left', 'right', 'center', 'wide', 'full'],
    color: {
      __experimentalDuotone: 'img, .wp-block-post-featured-image__placeholder, .components-placeholder__illustration',
      text: false,
      background: false,
    },
    __experimentalBorder: {
      color: true,
      radius: true,
      width: true,
      __experimentalSelector: 'img, .block-editor-media-placeholder, .wp-block-post-featured-image__overlay',
      __experimentalSkipSerialization: true,
      __experimentalDefaultControls: { color: true, radius: true, width: true },
    },
    html: false,
    spacing: SPACING,
  },
} as const satisfies BlockType;

type Attributes = Readonly<Record<string, unknown>>;

/** The featured image of an item. */
export const postFeaturedImage = (dependencies: PostBlockDependencies): BlockType => ({
  ...TYPE,
  async render(attributes, _content, block, context) {
    const { images, site } = dependencies;
    const post = await itemOf(block, context, dependencies);
    const image = post === null ? null : await featuredImage(post, dependencies, requestOf(context));
    if (post === null || image === null) return '';
    const { height, isLink, linkTarget, rel, scale, width } = attributes;
    const size = textOf(attributes.sizeSlug).replace(/[^\w-]/g, '') || 'post-thumbnail';
    const border = groupStyle('border', TYPE, attributes, true);
    const fitted = height ? safeDeclaration('height', height) + safeDeclaration('object-fit', scale) : '';
    const style = border.css + fitted;
    const classes = [`attachment-${size} size-${size} ${site.brand.prefixed('post-image')}`, ...border.classes];
    const element = images!.element(image, size, {
      class: classes.join(' '),
      ...(isLink ? { alt: stripAllTags(titleOf(post, dependencies)).trim() } : {}),
      ...(style === '' ? {} : { style }),
    });
    const shown = `${element}${overlay(attributes, blockClass(site, 'post-featured-image__overlay'), border)}`;
    const href = isLink ? await addressOf(post, dependencies, context) : '';
    const rest = attrs({ rel: textOf(rel) || undefined }) || ' ';
    const linked = isLink ? `<a${attrs({ href, target: textOf(linkTarget) })}${rest}>${shown}</a>` : shown;
    const own = width ? { style: safeDeclaration('width', width) } : {};
    return `<figure${wrapperAttributes(site, TYPE, attributes, own)}>${linked}</figure>`;
  },
});

/** What lies over the image and dims it. */
function overlay(
  { dimRatio, overlayColor, customOverlayColor, gradient, customGradient }: Attributes,
  name: string,
  border: ReturnType<typeof groupStyle>,
): string {
  const ratio = Math.min(Math.max(Math.round(Number(dimRatio)), 0), 100);
  if (!(ratio > 0)) return '';
  const [color, colors] = [textOf(overlayColor), textOf(gradient)].map(kebabCase) as [string, string];
  const classes = [
    name,
    ...border.classes,
    'has-background-dim',
    `has-background-dim-${ratio}`,
    color && `has-${color}-background-color`,
    (colors || textOf(customGradient)) && 'has-background-gradient',
    colors && `has-${colors}-gradient-background`,
  ];
  const style =
    border.css +
    safeDeclaration('background-image', textOf(customGradient)) +
    safeDeclaration('background-color', textOf(customOverlayColor));
  const own = { class: classes.filter(Boolean).join(' '), style: style || undefined, 'aria-hidden': 'true' };
  return `<span${attrs(own)}></span>`;
}
