import { anyValue, asyncFilter, filter } from '../../core/index.ts';
import type { Setting } from './setting.ts';

/** The hooks of settings. */
export const settingHooks = {
  rest_pre_get_setting: asyncFilter<[result: unknown, name: string, args: Setting]>({
    params: ['result', 'name', 'args'],
    requiredPermissions: 'options:read',
    meaning: 'Gives the value of a setting in place of the stored one: anything but null.',
    value: anyValue,
  }),
  rest_pre_update_setting: asyncFilter<[result: boolean, name: string, value: unknown, args: Setting]>({
    params: ['result', 'name', 'value', 'args'],
    requiredPermissions: 'options:write',
    meaning: 'Stores the value of a setting in place of the option: true says that it is done.',
    decides: true,
  }),
  'sanitize_option_{option}': filter<[value: unknown, option: string, originalValue: unknown]>({
    params: ['value', 'option', 'original_value'],
    requiredPermissions: 'options:write',
    meaning: 'Cleans the value that a setting is about to be stored with; an error object refuses the whole update.',
    decides: true,
    value: anyValue,
  }),
};

type SettingHooks = typeof settingHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends SettingHooks {}
}
