import { asyncAction, asyncFilter, type RestRequest, type RestResponse } from '../../core/index.ts';
import type { Ability, AbilityCategory } from './ability.ts';

/** The hooks of abilities. */
export const abilityHooks = {
  before_execute_ability: asyncAction<[name: string, input: unknown, request: RestRequest]>({
    params: ['ability_name', 'input', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Fires when an ability is about to be run: its input fits, and the user may.',
  }),
  after_execute_ability: asyncAction<[name: string, input: unknown, result: unknown, request: RestRequest]>({
    params: ['ability_name', 'input', 'result', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Fires when an ability was run and its answer fits.',
  }),
  rest_prepare_ability: asyncFilter<[response: RestResponse, ability: Ability, request: RestRequest]>({
    params: ['response', 'ability', 'request'],
    requiredPermissions: 'requests',
    meaning: 'Adjusts the answer that shows an ability.',
  }),
  rest_prepare_ability_category: asyncFilter<[response: RestResponse, category: AbilityCategory, request: RestRequest]>(
    {
      params: ['response', 'category', 'request'],
      requiredPermissions: 'requests',
      meaning: 'Adjusts the answer that shows a category of abilities.',
    },
  ),
};

type AbilityHooks = typeof abilityHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends AbilityHooks {}
}
