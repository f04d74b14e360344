import { defineErrors } from '../../core/index.ts';

/** The errors of the route of settings. */
export const settingErrors = defineErrors({
  rest_invalid_stored_value: [400, 'The stored value of the setting does not fit its schema, so it is not taken away.'],
});
