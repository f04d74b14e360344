import { defineErrors } from '../../core/index.ts';

/** The errors of the settings of block editors. */
export const editorSettingsErrors = defineErrors({
  rest_cannot_read_block_editor_settings: ['authorization', 'You may not look at the settings of block editors.'],
});
