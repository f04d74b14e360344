import { serviceToken } from '../../core/index.ts';
import { reservedError } from '../database/index.ts';
import { makeSetting, type Setting, type SettingArgs } from './setting.ts';

/** The settings of a generation. They are registered in `init`, the built-in ones at stage -10. */
export interface Settings {
  /**
   * Shows an option as a setting; one that is known already is replaced. Throws a `TypeError` for an unknown type, and
   * for a reserved option.
   */
  register(optionName: string, args: SettingArgs): void;
  /** All settings, in order of registration. */
  all(): Setting[];
}

/** The token of the settings. */
export const Settings = serviceToken('settings', { requiredPermissions: 'options:write', open: ['all'] });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    settings: Settings;
  }
}

/** Makes an empty registry of settings, none of which may be of a reserved option. */
export function createSettings(isReserved: (option: string) => boolean): Settings {
  const settings = new Map<string, Setting>();
  return {
    register: (optionName, args) => {
      if (isReserved(optionName)) throw reservedError('the option', optionName);
      settings.set(optionName, makeSetting(optionName, args));
    },
    all: () => [...settings.values()],
  };
}
