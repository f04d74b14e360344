import { AsyncLocalStorage } from 'node:async_hooks';

/** The plugin whose code runs while a generation is built. */
const running = new AsyncLocalStorage<string>();

/** How many generations are being built in this process. While it is 0, nothing follows asynchronous context. */
let builds = 0;

const owners = new WeakMap<object, string>();

/** Whether a generation is being built. */
export const isBuilding = (): boolean => builds > 0;

/** The plugin whose code is running while a generation is built; undefined at any other time. */
export const runningPlugin = (): string | undefined => (builds === 0 ? undefined : running.getStore());

/** Runs work in the name of a plugin while a generation is built; at any other time it just runs. */
export const asPlugin = <A extends unknown[], T>(plugin: string | undefined, work: (...args: A) => T, ...args: A): T =>
  builds === 0 || plugin === undefined ? work(...args) : running.run(plugin, work, ...args);

/** Runs the build of a generation, in which it is followed whose code runs. */
export async function whileBuilding<T>(work: () => Promise<T>): Promise<T> {
  builds++;
  try {
    return await work();
  } finally {
    // While asynchronous context is followed, every promise of the process costs more.
    if (--builds === 0) running.disable();
  }
}

/**
 * Notes that an object, such as a controller's class or a field, belongs to the running plugin, unless its owner is
 * known; gives the object back.
 */
export function claim<T extends object>(object: T): T {
  const plugin = runningPlugin();
  if (plugin !== undefined && !owners.has(object)) owners.set(object, plugin);
  return object;
}

/** The plugin that an object was claimed for, if any. */
export const ownerOf = (object: object): string | undefined => owners.get(object);

/** Runs work, such as registering the routes of a controller, in the name of the plugin that owns an object. */
export const asOwner = <T>(object: object, work: () => T): T => asPlugin(ownerOf(object), work);
