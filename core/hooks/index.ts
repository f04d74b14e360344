export type { HookCatalogue } from './catalogue.ts';
export * from './declare.ts';
export {
  type FailureListener,
  HookFailureError,
  isMarked,
  isRefusal,
  REFUSAL,
  type TapFailure,
  TimeoutError,
} from './failure.ts';
export { TAP_TIMEOUT } from './guard.ts';
export { Hook, type TapableHook } from './hook.ts';
export type { DeclarationOf, HookName, ParamsOf } from './hook-names.ts';
export type { Instrument } from './instrument.ts';
export { noHook } from './nearest.ts';
export { type Constraint, constraintsOf, HookOrderError, type UnmatchedConstraint } from './order.ts';
export { asOwner, asPlugin, claim, ownerOf, runningPlugin, whileBuilding } from './owners.ts';
export { familyPattern, type HookListing, HookRegistry } from './registry.ts';
export { type HookOverrides, type Tap, type TapChange, type TapOptions, type TapOverride, tapKeys } from './tap.ts';
export { anyValue, mustBe, type ValueRule } from './value.ts';
export {
  type DeclaredHook,
  type HookHandle,
  type HookMapHandle,
  type HookPermissions,
  type ListedTap,
  PluginHooks,
} from './view.ts';
