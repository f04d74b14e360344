import type { ChangeTracker } from '../../core/cache/index.ts';
import type { Logger } from '../../core/index.ts';
import type { OptionStore } from './store.ts';

/**
 * Reads options again when another process has changed them, and looks for that every so many milliseconds; 0 for never.
 *
 * @returns what ends that, and waits for what is being read
 */
export function follow(store: OptionStore, tracker: ChangeTracker, interval: number, log: Logger): () => Promise<void> {
  if (interval === 0) return async () => undefined;
  let refreshing: Promise<void> | undefined;
  /** Whether the last refresh failed, which is told once as long as it lasts. */
  let isFailing = false;
  const refresh = (): Promise<void> => {
    refreshing ??= store
      .refresh()
      .then(() => {
        isFailing = false;
      })
      .catch((error) => {
        if (!isFailing) log.warn({ err: error }, 'changes of options could not be looked for');
        isFailing = true;
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };
  const timer = setInterval(() => void refresh(), interval).unref();
  const stopWatching = tracker.watch();
  const stopListening = tracker.onChangedElsewhere('options', refresh);
  return async () => {
    stopListening();
    await stopWatching();
    clearInterval(timer);
    await refreshing;
  };
}
