/**
 * The runtime: hooks, plugin lifecycle, the REST server, argument schemas, brand. No Koa, no database, no content.
 *
 * This is the map of `core/`; plugins import from here and from nowhere deeper.
 */
export * from './brand.ts';
export {
  CAPABILITIES,
  type Capability,
  capabilityFault,
  listNeeds,
  meaningOf,
  type Needs,
} from './capabilities.ts';
export { ClashError } from './clash.ts';
export { closest } from './closest.ts';
export * from './command.ts';
export * from './dates.ts';
export { deadline, within } from './deadline.ts';
export { type Deferred, deferred } from './deferred.ts';
export { deepFreeze, freezeClasses } from './freeze.ts';
export { Generation, type GenerationSettings } from './generation.ts';
export * from './hooks/index.ts';
export * from './http.ts';
export * from './left-out.ts';
export { earlyPlugins, loadOrder } from './load-order.ts';
export { type LocatedPlugin, PluginError } from './located-plugin.ts';
export * from './logger.ts';
export * from './maybe-promise.ts';
export * from './merged.ts';
export { optionsOf } from './options.ts';
export * from './plugin.ts';
export { PluginLimits } from './plugin-limits.ts';
export * from './plugin-manager.ts';
export { mayBeAnswered, Reading } from './reading.ts';
export * from './rehearsal.ts';
export { namesOf } from './replacement.ts';
export * from './rest/index.ts';
export * from './rows.ts';
export * from './schema/index.ts';
export { type ServiceCatalogue, type ServiceListing, Services, type ServiceToken, serviceToken } from './services.ts';
export * from './site.ts';
export * from './text/index.ts';
export * from './trace/index.ts';
export * from './user.ts';
