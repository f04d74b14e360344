import { definePlugin } from '../../core/index.ts';
import { attributesOfSupports, BlockStyles } from '../block-supports/index.ts';
import { BlockTypes } from '../content-rendering/index.ts';
import { AttachmentImages } from '../media/index.ts';
import { MetaStore } from '../meta/index.ts';
import { cover } from './blocks/cover.ts';
import { file } from './blocks/file.ts';
import { gallery } from './blocks/gallery.ts';
import { image } from './blocks/image.ts';

/** The blocks of pictures and files. */
export default definePlugin({
  name: 'media-blocks',
  version: '0.1.0',
  description: 'Renders the blocks image, gallery, cover and file.',
  group: 'media',
  cacheable: true,
  requires: { 'block-supports': '^0.1.0', 'content-rendering': '^0.1.0', media: '^0.1.0', meta: '^0.1.0' },
  capabilities: ['content:read'],
  setup({ site, use }) {
    const dependencies = { site, styles: use(BlockStyles), meta: use(MetaStore), images: use(AttachmentImages) };
    const types = use(BlockTypes);
    for (const make of [cover, file, gallery, image]) {
      const block = make(dependencies);
      const attributes = { ...attributesOfSupports(block.supports ?? {}), ...block.attributes };
      types.register({ apiVersion: 2, ...block, attributes });
    }
  },
});
