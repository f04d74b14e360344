/** Small things that every folder stands on. */
export { CAPABILITIES, type Capability, listPermissions, type RequiredPermissions } from './capabilities.ts';
export { closest } from './closest.ts';
export { ConflictError } from './conflict-error.ts';
export { within } from './deadline.ts';
export { type Deferred, deferred } from './deferred.ts';
export { deepFreeze, freezeClasses } from './freeze.ts';
export { getOrMake } from './get-or-make.ts';
export type { HttpInfo } from './http-info.ts';
export { isRunning } from './is-running.ts';
export { type Logger, silentLogger } from './logger.ts';
export { after, allOf, isPromise, type MaybePromise } from './maybe-promise.ts';
export { isMap, member } from './member.ts';
export { PluginError } from './plugin-error.ts';
export { reasonOf, reportable } from './reportable.ts';
