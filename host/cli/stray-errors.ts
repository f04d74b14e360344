import type { LocatedPlugin } from '../../core/plugin/index.ts';
import type { Host } from '../create-host.ts';
import { placeOf } from '../loading/place.ts';

/** The dropped-in plugin in whose folder an error was thrown; undefined if its stack names none. */
export function pluginIn(
  error: unknown,
  { expendable }: Pick<Host['plugins'], 'expendable'>,
): LocatedPlugin | undefined {
  return [...expendable].find(({ entry }) => entry !== undefined && placeOf(error, entry) !== undefined);
}

/**
 * Keeps a serving process alive when a plugin throws in a timer, an event or a promise of its own. Unhandled rejections
 * are only logged. An uncaught exception still ends the process, unless it comes from a dropped-in plugin. Returns a
 * function that removes the handlers.
 */
export function containStrayErrors(host: Host): () => void {
  const logError = (error: unknown, plugin: LocatedPlugin | undefined): void => {
    const name = plugin?.definition.name;
    const whose = name === undefined ? 'something' : `plugin "${name}"`;
    host.generation.log.error({ plugin: name, err: error }, `${whose} failed where nothing waits for it`);
  };
  const rejected = (error: unknown): void => logError(error, pluginIn(error, host.plugins));
  const thrown = (error: unknown): void => {
    const plugin = pluginIn(error, host.plugins);
    logError(error, plugin);
    if (plugin === undefined) process.exit(1);
  };
  process.on('unhandledRejection', rejected);
  process.on('uncaughtException', thrown);
  return () => {
    process.off('unhandledRejection', rejected);
    process.off('uncaughtException', thrown);
  };
}
