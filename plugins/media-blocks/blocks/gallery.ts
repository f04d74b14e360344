import { gapOf, withClass } from '../../block-supports/index.ts';
import type { MediaBlock } from '../media-block.ts';

const image = (name: string, more: object = {}) => ({
  type: 'string' as const,
  source: 'attribute',
  selector: 'img',
  attribute: name,
  ...more,
});

/** Pictures in columns. Each gallery bears a class of its own for the room between its pictures. */
export const gallery: MediaBlock = ({ site, styles }) => ({
  name: 'core/gallery',
  title: 'Gallery',
  category: 'media',
  providesContext: { allowResize: 'allowResize', imageCrop: 'imageCrop', fixedHeight: 'fixedHeight' },
  attributes: {
    images: {
      type: 'array',
      default: [],
      source: 'query',
      selector: '.blocks-gallery-item',
      query: {
        url: image('src'),
        fullUrl: image('data-full-url'),
        link: image('data-link'),
        alt: image('alt', { default: '' }),
        id: image('data-id'),
        caption: { type: 'string', source: 'html', selector: '.blocks-gallery-item__caption' },
      },
    },
    ids: { type: 'array', items: { type: 'number' }, default: [] },
    shortCodeTransforms: { type: 'array', default: [], items: { type: 'object' } },
    columns: { type: 'number', minimum: 1, maximum: 8 },
    caption: { type: 'string', source: 'html', selector: '.blocks-gallery-caption' },
    imageCrop: { type: 'boolean', default: true },
    fixedHeight: { type: 'boolean', default: true },
    linkTarget: { type: 'string' },
    linkTo: { type: 'string' },
    sizeSlug: { type: 'string', default: 'large' },
    allowResize: { type: 'boolean', default: false },
  },
  supports: {
    anchor: true,
    align: true,
    html: false,
    units: ['px', 'em', 'rem', 'vh', 'vw'],
    spacing: {
      margin: true,
      padding: true,
      blockGap: ['horizontal', 'vertical'],
      __experimentalSkipSerialization: ['blockGap'],
      __experimentalDefaultControls: { blockGap: true },
    },
    color: { text: false, background: true, gradients: true },
    __experimentalLayout: {
      allowSwitching: false,
      allowInheriting: false,
      allowEditing: false,
      default: { type: 'flex' },
    },
  },
  pure: true,
  render({ style }, content) {
    const gap = gapOf(style);
    const rules = (selector: string) =>
      gap === undefined
        ? ''
        : `${selector}.${selector.slice(1)}{--wp--style--unstable-gallery-gap:${gap.column};gap:${gap.row} ${gap.column}}`;
    return content === '' ? '' : withClass(content, styles.add(site.brand.prefixed('block-gallery'), rules, true));
  },
});
