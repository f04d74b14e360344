import { cleanUrl, html } from '../../../core/text/index.ts';
import { block, type DefaultWidget } from '../default-widget.ts';
import { address, checkbox, choice, ids, line, number } from '../fields.ts';

const FILE = [
  number('attachment_id', 'The id of the file', 0, 0, Number.MAX_SAFE_INTEGER),
  address('url', 'Its address'),
];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A shortcode with attributes. What would end one of them is written as addresses have it. */
const shortcode = (tag: string, attributes: Readonly<Record<string, unknown>>): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '' && value !== false)
    .map(([name, value]) => ` ${name}="${String(value).replace(/["[\]<>]/g, encodeURIComponent)}"`);
  return `[${tag}${written.join('')}]`;
};

const recording = (tag: 'audio' | 'video', name: string, description: string): DefaultWidget => ({
  id: `media_${tag}`,
  name,
  description,
  fields: [
    ...FILE,
    choice('preload', 'What is loaded beforehand', ['none', 'metadata', 'auto']),
    checkbox('loop', 'Repeat it'),
  ],
  content: ({ url, preload, loop }) =>
    textOf(url) === '' ? '' : shortcode(tag, { src: cleanUrl(textOf(url)), preload, loop: loop === true && 'on' }),
});

/** Widgets of pictures and recordings. */
export const media: readonly DefaultWidget[] = [
  recording('audio', 'Audio', 'Sound to be played.'),
  recording('video', 'Video', 'A video to be played.'),
  {
    id: 'media_gallery',
    name: 'Gallery',
    description: 'Images in columns.',
    fields: [
      ids('ids', 'The ids of the images'),
      number('columns', 'Columns', 3, 1, 9),
      choice('size', 'Size', ['thumbnail', 'medium', 'large', 'full']),
      choice('link_type', 'What they link to', ['post', 'file', 'none']),
      checkbox('orderby_random', 'In any order'),
    ],
    content: ({ ids: chosen, columns, size, link_type, orderby_random }) =>
      Array.isArray(chosen) && chosen.length > 0
        ? shortcode('gallery', {
            ids: chosen.join(','),
            columns,
            size,
            link: link_type === 'post' ? '' : link_type,
            orderby: orderby_random === true && 'rand',
          })
        : '',
  },
  {
    id: 'media_image',
    name: 'Image',
    description: 'An image.',
    fields: [
      ...FILE,
      choice('size', 'Size', ['medium', 'thumbnail', 'large', 'full']),
      line('alt', 'What it shows, for those who do not see it'),
      line('caption', 'Caption'),
      address('link_url', 'What it links to'),
    ],
    content({ attachment_id: id, url, size, alt, caption, link_url }) {
      if (textOf(url) === '') return '';
      const name = textOf(size) || 'medium';
      const picture = html`<img src="${cleanUrl(textOf(url))}" alt="${textOf(alt)}"${
        Number(id) > 0 && html` class="wp-image-${Number(id)}"`
      }/>`;
      const linked = textOf(link_url) === '' ? picture : html`<a href="${cleanUrl(textOf(link_url))}">${picture}</a>`;
      const text = textOf(caption);
      const figure = html`<figure class="wp-block-image size-${name}">${linked}${
        text !== '' && html`<figcaption>${text}</figcaption>`
      }</figure>`;
      return block('image', { ...(Number(id) > 0 ? { id: Number(id) } : {}), sizeSlug: name }, figure.text);
    },
  },
];
