import { deepFreeze } from '../../core/base/index.ts';
import type { ArgumentSchema } from '../../core/index.ts';
import { closeObjects } from '../../core/schema/index.ts';

/** The types that a setting may have. */
export const SETTING_TYPES = ['string', 'boolean', 'integer', 'number', 'array', 'object'] as const;

/** The arguments with which an option is registered as a setting. */
export interface SettingArgs {
  readonly type: (typeof SETTING_TYPES)[number];
  readonly description?: string;
  /** The value where none is stored; null when left out. */
  readonly default?: unknown;
  /** Cleans a valid value before it is stored; `stored` is what the option holds until then. */
  readonly sanitize_callback?: (value: unknown, stored: unknown) => unknown;
  /** True, or the setting's name in the interface and what its schema has beside type, description and default. */
  readonly show_in_rest: true | { readonly name?: string; readonly schema?: ArgumentSchema };
}

/** A registered setting, as the hooks of settings see it. */
export interface Setting {
  /** The name in the interface. */
  readonly name: string;
  /** The option that holds the value. */
  readonly option_name: string;
  readonly schema: ArgumentSchema;
  readonly sanitize_callback: SettingArgs['sanitize_callback'];
}

/** Makes a setting of its arguments. Throws a `TypeError` for a type that no setting has. */
export function makeSetting(option: string, args: SettingArgs): Setting {
  const { type, description = '', default: standard = null, show_in_rest, sanitize_callback } = args;
  const { name = option, schema = {} } = show_in_rest === true ? {} : show_in_rest;
  const whole = closeObjects({ type, description, default: standard, ...schema });
  if (!(SETTING_TYPES as readonly unknown[]).includes(whole.type)) {
    throw new TypeError(`setting "${option}" must be of one of the types ${SETTING_TYPES.join(', ')}`);
  }
  return deepFreeze({ name, option_name: option, schema: whole, sanitize_callback });
}
