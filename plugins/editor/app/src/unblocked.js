// What was written without blocks. The block that holds it stands in contents, where it shows them and turns them into
// blocks; nobody chooses it, since it is written with an editor that is not here.
import { setFreeformContentHandlerName } from '@wordpress/blocks';
import { addFilter } from '@wordpress/hooks';

const NAME = 'core/freeform';

addFilter('blocks.registerBlockType', 'tappet/unblocked', (settings, name) =>
  name === NAME ? { ...settings, supports: { ...settings.supports, inserter: false } } : settings,
);

/** Has what lies outside blocks read as one; for when blocks are registered. */
export const readUnblocked = () => setFreeformContentHandlerName(NAME);
