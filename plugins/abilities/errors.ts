import { defineErrors } from '../../core/index.ts';

/** The errors of the routes of abilities. */
export const abilityErrors = defineErrors({
  rest_cannot_view: ['authorization', 'You may not look at abilities.'],
  rest_ability_not_found: [404, 'There is no such ability.'],
  rest_ability_category_not_found: [404, 'There is no such category of abilities.'],
  rest_ability_invalid_method: [405, 'This ability is run by another method.'],
  rest_ability_cannot_execute: ['authorization', 'You may not run this ability.'],
  ability_missing_input_schema: [400, 'This ability takes no input.'],
  ability_invalid_input: [400, 'The input does not fit the ability.'],
  ability_invalid_output: [500, 'The ability answered with what does not fit its own schema.'],
});
