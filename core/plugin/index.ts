/** What a plugin is, and the contract between plugins and the host that runs them. */
export * from './command.ts';
export { earlyPlugins, loadOrder } from './load-order.ts';
export type { LocatedPlugin } from './located-plugin.ts';
export { optionsOf } from './options.ts';
export * from './plugin.ts';
export * from './plugin-manager.ts';
export { namesOf } from './replacement.ts';
export * from './skipped-plugins.ts';
