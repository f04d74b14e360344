import type { MediaBlock } from '../media-block.ts';

const attribute = (selector: string, name: string, isContent = true) => ({
  type: 'string' as const,
  source: 'attribute',
  selector,
  attribute: name,
  ...(isContent ? { __experimentalRole: 'content' } : {}),
});

/** A picture. One in a gallery bears its id, by which scripts of galleries know it. */
export const image: MediaBlock = ({ site }) => ({
  name: 'core/image',
  title: 'Image',
  category: 'media',
  usesContext: ['allowResize', 'imageCrop', 'fixedHeight'],
  attributes: {
    align: { type: 'string' },
    url: attribute('img', 'src'),
    alt: { ...attribute('img', 'alt'), default: '' },
    caption: { type: 'string', source: 'html', selector: 'figcaption', __experimentalRole: 'content' },
    title: attribute('img', 'title'),
    href: attribute('figure > a', 'href'),
    rel: attribute('figure > a', 'rel', false),
    linkClass: attribute('figure > a', 'class', false),
    id: { type: 'number', __experimentalRole: 'content' },
    width: { type: 'number' },
    height: { type: 'number' },
    sizeSlug: { type: 'string' },
    linkDestination: { type: 'string' },
    linkTarget: attribute('figure > a', 'target', false),
  },
  supports: {
    anchor: true,
    color: { __experimentalDuotone: 'img, .components-placeholder', text: false, background: false },
    __experimentalBorder: {
      color: true,
      radius: true,
      width: true,
      __experimentalSelector: `img, .${site.brand.prefixed('block-image__crop-area')}`,
      __experimentalSkipSerialization: true,
      __experimentalDefaultControls: { color: true, radius: true, width: true },
    },
  },
  pure: true,
  render: ({ id }, content, { context }) =>
    // The gallery around it provides a context, whatever its own attributes are.
    Object.hasOwn(context, 'imageCrop') && isId(id) ? withDataId(content, Number(id)) : content,
});

const isId = (id: unknown): boolean => Number.isSafeInteger(id) && Number(id) > 0;

const withDataId = (content: string, id: number): string =>
  content.includes(`data-id="${id}"`) ? content : content.replaceAll('<img', () => `<img data-id="${id}" `);
