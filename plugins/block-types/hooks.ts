import { asyncFilter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { BlockType } from '../content-rendering/index.ts';

/** The hooks of the routes of block types. */
export const blockTypeHooks = {
  rest_prepare_block_type: asyncFilter<[response: RestResponse, blockType: BlockType, request: RestRequest]>({
    params: ['response', 'block_type', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows a block type.',
  }),
};

type BlockTypeHooks = typeof blockTypeHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends BlockTypeHooks {}
}
