import type { Site } from '../../core/index.ts';
import type { BlockStyles } from '../block-supports/index.ts';
import type { BlockType } from '../content-rendering/index.ts';
import type { AttachmentImages } from '../media/index.ts';
import type { MetaStore } from '../meta/index.ts';

/** The services that the blocks of pictures and files need. */
export interface MediaBlockDependencies {
  readonly site: Site;
  readonly styles: BlockStyles;
  readonly meta: MetaStore;
  readonly images: Pick<AttachmentImages, 'element' | 'load'>;
}

/** Makes a block type; the attributes that follow from its supports are added to its own. */
export type MediaBlock = (dependencies: MediaBlockDependencies) => BlockType;
