/**
 * The package's public face: everything a plugin needs of the runtime, and `createHost` for those who run
 * a host themselves.
 *
 * The map of `host/`: `config/` reads settings, `loading/` finds and loads plugins, `isolation/` runs some of them in
 * workers, `build.ts` makes a generation of all that, `http/` serves it, `cli/` is the command line, which starts in
 * `bin.ts`.
 */
export * from '../core/index.ts';
export { ConfigError, type PluginSettings, type Settings } from './config/settings.ts';
export { createHost, type Host, type HostOptions } from './create-host.ts';
