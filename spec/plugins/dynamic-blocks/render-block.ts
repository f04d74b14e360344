import { Renderer } from '../../../plugins/content-rendering/index.ts';
import type { ContentSite } from '../../support/content-site.ts';

/** Renders a block of the namespace `core` by itself. */
export const renderBlock = (site: ContentSite, name: string, attrs: Record<string, unknown> = {}): Promise<string> =>
  site.generation.services
    .get('spec', Renderer)
    .block({ blockName: `core/${name}`, attrs, innerBlocks: [], innerHTML: '', innerContent: [] }, null);
