export * from './catalogue.ts';
export * from './declare.ts';
export * from './failure.ts';
export { Hook } from './hook.ts';
export { HookOrderError } from './order.ts';
export { type HookListing, HookRegistry } from './registry.ts';
export type { HookOverrides, Tap, TapOptions, TapOverride } from './tap.ts';
export { type HookHandle, type HookMapHandle, PluginHooks } from './view.ts';
