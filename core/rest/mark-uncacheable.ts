import { CacheRecorder } from '../cache/index.ts';
import { isRestRequest } from './request.ts';

/**
 * Marks as uncacheable what a plugin that does not say that it is cacheable has a part in: the answer to the request
 * among the arguments, or else all answers that are being made.
 */
export function markUncacheable(plugin: string, args: readonly unknown[]): void {
  if (!CacheRecorder.isRecording) return;
  const why = `plugin "${plugin}" does not say that it is cacheable`;
  const context = args.find(isRestRequest)?.context;
  if (context?.recorder !== undefined) context.recorder.markUncacheable(why);
  // An HTTP request that is not recorded has an answer of its own; any other may be made on behalf of a recorded one.
  else if (context?.http === undefined) CacheRecorder.markAllUncacheable(why);
}
