import { traced } from './fire.ts';
import { runningSpan } from './tracing.ts';

const owners = new WeakMap<object, string>();

/** The plugin whose code is running, where that is traced, as it is while a generation is built. */
export const runningPlugin = (): string | undefined => runningSpan()?.ofPlugin()?.plugin;

/**
 * Notes that an object, such as a controller's class or a field, is the running plugin's, unless it is known whose it
 * is; gives the object back. Only a trace tells it further.
 */
export function claim<T extends object>(object: T): T {
  const plugin = runningPlugin();
  if (plugin !== undefined && !owners.has(object)) owners.set(object, plugin);
  return object;
}

/** The plugin that an object was claimed for, if any. */
export const ownerOf = (object: object): string | undefined => owners.get(object);

/** Runs work, such as registering the routes of a controller, in the name of the plugin whose an object is. */
export const asOwner = <T>(object: object, work: () => T): T => traced('setup', 'routes', ownerOf(object), work);
