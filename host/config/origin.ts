import type { Settings } from './settings.ts';

/** The files that settings were read from, by the value of a setting, which stays the same when layers are merged. */
const files = new WeakMap<object, string>();

/** Remembers the file that settings came from, for those who tell where a setting stands. */
export function rememberOrigin(settings: Settings, file: string): void {
  for (const value of Object.values(settings)) if (typeof value === 'object' && value !== null) files.set(value, file);
}

/** Where a setting that is a map or a list was given: its file, or `createHost` for a program's own. */
export const originOf = (setting: object): string => files.get(setting) ?? 'createHost';
