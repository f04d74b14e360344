import { type ArgumentSchema, definePlugin } from '../../core/index.ts';
import { attributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes } from '../content-rendering/index.ts';
import { designBlocks } from './blocks/design.ts';
import { mediaBlocks } from './blocks/media.ts';
import { rawBlocks } from './blocks/raw.ts';
import { textBlocks } from './blocks/text.ts';

const BLOCKS = [textBlocks, rawBlocks, mediaBlocks, designBlocks];

/** Blocks whose markup is stored as it is shown. */
export default definePlugin({
  name: 'static-blocks',
  version: '0.1.0',
  description: 'Registers the blocks whose markup is stored as it is shown, with their attributes.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0' },
  after: ['block-supports'],
  setup({ brand, use }) {
    const types = use(BlockTypes);
    for (const block of BLOCKS.flatMap((blocks) => blocks(brand))) {
      const attributes = { ...attributesOfSupports(block.supports), ...block.attributes };
      types.register({ ...block, apiVersion: 2, attributes: attributes as Record<string, ArgumentSchema> });
    }
  },
});
