import { escapeAttribute } from '../../../core/text/index.ts';
import type { MediaBlock } from '../media-block.ts';

const OBJECT = /<object\s[^<>]*?\saria-label="([^"]*)"/gi;

/** A link to a file, and the file itself where a browser can show it. */
export const file: MediaBlock = () => ({
  name: 'core/file',
  title: 'File',
  category: 'media',
  attributes: {
    id: { type: 'number' },
    href: { type: 'string' },
    fileId: { type: 'string', source: 'attribute', selector: 'a:not([download])', attribute: 'id' },
    fileName: { type: 'string', source: 'html', selector: 'a:not([download])' },
    textLinkHref: { type: 'string', source: 'attribute', selector: 'a:not([download])', attribute: 'href' },
    textLinkTarget: { type: 'string', source: 'attribute', selector: 'a:not([download])', attribute: 'target' },
    showDownloadButton: { type: 'boolean', default: true },
    downloadButtonText: { type: 'string', source: 'html', selector: 'a[download]' },
    displayPreview: { type: 'boolean' },
    previewHeight: { type: 'number', default: 600 },
  },
  supports: {
    anchor: true,
    align: true,
    color: {
      gradients: true,
      link: true,
      text: false,
      __experimentalDefaultControls: { background: true, link: true },
    },
  },
  pure: true,
  render: (_attributes, content) =>
    content.replace(OBJECT, (tag, name: string) => {
      const label = name === '' || name === 'PDF embed' ? 'PDF embed' : `Embed of ${name}.`;
      return `${tag.slice(0, -`aria-label="${name}"`.length)}aria-label="${escapeAttribute(label)}"`;
    }),
});
