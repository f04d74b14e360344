import { asyncAction } from '../../core/index.ts';

/** The hooks that the plugin fires. */
export const optionHooks = {
  added_option: asyncAction<[option: string, value: unknown]>({
    params: ['option', 'value'],
    requiredPermissions: 'options:read',
    meaning: 'Fires after an option was stored for the first time.',
  }),
  updated_option: asyncAction<[option: string, oldValue: unknown, value: unknown]>({
    params: ['option', 'old_value', 'value'],
    requiredPermissions: 'options:read',
    meaning: 'Fires after the value of an option changed.',
  }),
  deleted_option: asyncAction<[option: string]>({
    params: ['option'],
    requiredPermissions: 'options:read',
    meaning: 'Fires after an option was removed.',
  }),
};

type OptionHooks = typeof optionHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends OptionHooks {}
}
