import type { LocatedPlugin } from '../../core/index.ts';
import type { Host } from '../create-host.ts';
import { placeOf } from '../loading/place.ts';

/** The dropped-in plugin in whose folder an error was made; undefined where its stack names none. */
export function pluginIn(
  error: unknown,
  { expendable }: Pick<Host['plugins'], 'expendable'>,
): LocatedPlugin | undefined {
  return [...expendable].find(({ entry }) => entry !== undefined && placeOf(error, entry) !== undefined);
}

/**
 * Keeps a serving process alive when a plugin throws where nothing waits for it: in a timer, an event, a promise of its
 * own. A rejection is told and let be, whoever's it is; an exception that is not a dropped-in plugin's ends the process
 * as ever. Answers with a function that ends it.
 */
export function containStrayErrors(host: Host): () => void {
  const tell = (error: unknown, plugin: LocatedPlugin | undefined): void => {
    const name = plugin?.definition.name;
    const whose = name === undefined ? 'something' : `plugin "${name}"`;
    host.generation.log.error({ plugin: name, err: error }, `${whose} failed where nothing waits for it`);
  };
  const rejected = (error: unknown): void => tell(error, pluginIn(error, host.plugins));
  const thrown = (error: unknown): void => {
    const plugin = pluginIn(error, host.plugins);
    tell(error, plugin);
    if (plugin === undefined) process.exit(1);
  };
  process.on('unhandledRejection', rejected);
  process.on('uncaughtException', thrown);
  return () => {
    process.off('unhandledRejection', rejected);
    process.off('uncaughtException', thrown);
  };
}
