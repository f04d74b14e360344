// The block for content that was written without blocks. It shows that content and turns it into
// blocks; it cannot be inserted, because its own editor is not part of this one.
import { setFreeformContentHandlerName } from '@wordpress/blocks';
import { addFilter } from '@wordpress/hooks';

const NAME = 'core/freeform';

addFilter('blocks.registerBlockType', 'tappet/unblocked', (settings, name) =>
  name === NAME ? { ...settings, supports: { ...settings.supports, inserter: false } } : settings,
);

/** Has what lies outside blocks read as one; for when blocks are registered. */
export const readUnblocked = () => setFreeformContentHandlerName(NAME);
