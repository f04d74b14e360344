export type { Asked } from './asked.ts';
export * from './catalogue.ts';
export * from './declare.ts';
export * from './failure.ts';
export { TAP_TIMEOUT } from './guard.ts';
export { Hook } from './hook.ts';
export { listener } from './listener.ts';
export { noHook } from './nearest.ts';
export { type Demand, type ExplainedOrder, HookOrderError, type IdleWish, type Step } from './order.ts';
export { type HookListing, HookRegistry } from './registry.ts';
export { HookTypes, hookSignature } from './signature.ts';
export { type HookOverrides, type Tap, type TapChange, type TapOptions, type TapOverride, tapKeys } from './tap.ts';
export { Transcript } from './transcript.ts';
export { anyValue, mustBe, type ValueRule } from './value.ts';
export {
  type DeclaredHook,
  type HookHandle,
  type HookMapHandle,
  type ListedTap,
  PluginHooks,
  type TapGate,
} from './view.ts';
