/**
 * The package's public exports: what plugins need of the runtime, and `createHost` for programs that run a host.
 *
 * The map of `host/`: `config/` reads settings, `loading/` finds and loads plugins, `isolation/` runs some of them apart
 * from the host, `build.ts` builds a generation, `http/` serves it, `cli/` is the command line, which starts in `bin.ts`.
 */
export * from '../core/index.ts';
export { ConfigError, type PluginSettings, type Settings } from './config/settings.ts';
export { createHost, type Host, type HostSettings } from './create-host.ts';
