import { Reading } from '../reading.ts';
import { isRestRequest } from '../rest/request.ts';
import type { Tap } from './tap.ts';

/** Whether a plugin, by its name, says that its answers may be given again. */
export type IsCacheable = (plugin: string) => boolean;

/** The plugin of a tap that has to be heard each time; undefined when none has. */
export const foreignTap = (taps: readonly Tap[], isCacheable: IsCacheable): string | undefined =>
  taps.find(({ plugin, pure, overridden }) => {
    if (overridden?.how === 'replaced' || overridden?.how === 'added') return true;
    return !pure && !isCacheable(plugin);
  })?.plugin;

/**
 * Notes that a plugin which has to be heard each time has a part in an answer: the one to the request among the
 * arguments, or else all that are being made.
 */
export function noteForeign(plugin: string, args: readonly unknown[]): void {
  if (!Reading.isAnyOpen) return;
  const why = `plugin "${plugin}" does not say that it is cacheable`;
  const context = args.find(isRestRequest)?.context;
  if (context?.reading !== undefined) context.reading.spoil(why);
  // A request that came by HTTP and is not recorded is nobody else's; any other may be made on behalf of one that is.
  else if (context?.http === undefined) Reading.spoilAll(why);
}
