import { ConfigError, DEFAULT_SETTINGS, type ResolvedSettings, type Settings } from './settings.ts';
import { readWordPress } from './wordpress/index.ts';

/** Fills settings with their defaults, those of an installation of WordPress among them where one is named. */
export function resolveSettings(settings: Settings): ResolvedSettings {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings;
  const { wordpress, write, readOnly } = given;
  if (write && readOnly) throw new ConfigError('write and readOnly exclude one another; give one of them');
  if (wordpress === undefined) return { ...DEFAULT_SETTINGS, ...given };
  const { database, debug, home } = readWordPress({ ...given, wordpress });
  const own = { brand: 'wp', database, debug, ...(home === undefined ? {} : { url: home }) };
  return { ...DEFAULT_SETTINGS, ...own, ...given };
}
