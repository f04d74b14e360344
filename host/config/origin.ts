/** The file of each setting that is a map or a list, by its value: the value stays the same when settings are merged. */
const files = new WeakMap<object, string>();

/** Stores the file that settings were read from, so that commands can show it. */
export function rememberOrigin(settings: object, file: string): void {
  for (const value of Object.values(settings)) if (typeof value === 'object' && value !== null) files.set(value, file);
}

/** The file of a setting that is a map or a list, where it was read from one. */
export const fileOf = (setting: object): string | undefined => files.get(setting);

/** The file of a setting that is a map or a list; `createHost` for settings given by a program. */
export const originOf = (setting: object): string => fileOf(setting) ?? 'createHost';
