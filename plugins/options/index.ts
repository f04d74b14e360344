import { defaulted, func, integer, min, object, optional } from 'superstruct';
import { CacheRecorder } from '../../core/cache/index.ts';
import { definePlugin } from '../../core/index.ts';
import { trimEnd } from '../../core/text/index.ts';
import { Database, maybeSerialize, OwnDatabase, RESERVED_OPTIONS, reservedNames } from '../database/index.ts';
import { addCommands } from './commands.ts';
import { DEFAULT_OPTIONS } from './defaults.ts';
import { optionHooks } from './hooks.ts';
import { OpenOptions } from './open-options.ts';
import { Options, ReservedOptions } from './options.ts';
import { withOwnOptions } from './own-options.ts';
import { SiteClock } from './site-clock.ts';
import { type OptionEvents, OptionStore } from './store.ts';

export { DAYS, dayOfYear, formatLocalDate, MONTHS } from './local-date.ts';
export { Options, ReservedOptions } from './options.ts';
export { isSecret } from './secret.ts';
export { SiteClock } from './site-clock.ts';

/** Keeps the site's options and its clock. */
export default definePlugin({
  name: 'options',
  version: '0.1.0',
  description: "Keeps the site's options in memory and in the database, and provides the site's clock.",
  group: 'storage',
  cacheable: true,
  requires: { database: '^0.1.0' },
  capabilities: ['database', 'requests'],
  settings: { now: 'now' },
  options: object({
    /** Gives the present in milliseconds since 1970; specs set it to have another time. */
    now: optional(func()),
    /** How often changes made by other processes are looked for, in milliseconds; 0 for never. */
    refresh: defaulted(min(integer(), 0), 900),
  }),
  hooks: optionHooks,
  async setup(host, { now = Date.now, refresh: interval }) {
    const database = host.use(Database);
    const rows = Object.entries(DEFAULT_OPTIONS).map(([name, value]) => ({
      option_name: name,
      option_value: maybeSerialize(value),
    }));
    await database.migrate('options', [
      {
        name: '0001-defaults',
        up: () => database.insertAll('options', rows, 'ignore'),
      },
    ]);

    const isReserved = reservedNames(RESERVED_OPTIONS, database.prefix);
    /** Reserved options ride on no hook. */
    const unlessReserved = async (name: string, fire: () => Promise<void>) => {
      if (!isReserved(name)) await fire();
    };
    const events: OptionEvents = {
      added: (name, value) => unlessReserved(name, () => host.hooks.action('added_option').promise(name, value)),
      updated: (name, old, value) =>
        unlessReserved(name, () => host.hooks.action('updated_option').promise(name, old, value)),
      deleted: (name) => unlessReserved(name, () => host.hooks.action('deleted_option').promise(name)),
    };
    const always = [...Object.keys(DEFAULT_OPTIONS), `${database.prefix}user_roles`];
    const store = new OptionStore(database, events, { all: !database.isGuest, always });
    await store.open();
    const options = new OpenOptions(store, isReserved);
    host.provide(Options, options);
    host.provide(ReservedOptions, await withOwnOptions(store, database, host.use(OwnDatabase)));
    host.provide(SiteClock, {
      now: () => {
        CacheRecorder.markAllUncacheable('the time was read');
        return new Date((now as () => number)());
      },
      zone: () => ({
        timezone: store.get('timezone_string', ''),
        gmtOffset: Number(store.get('gmt_offset', 0)) || 0,
      }),
    });
    if (database.isGuest) {
      host.hooks.filter('site_home').tap('options', (home) => trimEnd(options.get('home', '') || home, '/'));
    }
    addCommands(host, options);

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
          if (!isFailing) host.log.warn({ err: error }, 'changes of options could not be looked for');
          isFailing = true;
        })
        .finally(() => {
          refreshing = undefined;
        });
      return refreshing;
    };
    const timer = interval > 0 ? setInterval(() => void refresh(), interval).unref() : undefined;
    const { tracker } = database;
    const stopWatching = interval > 0 ? tracker.watch() : undefined;
    const stopListening = interval > 0 ? tracker.onChangedElsewhere('options', refresh) : undefined;
    return async () => {
      stopListening?.();
      await stopWatching?.();
      clearInterval(timer);
      await refreshing;
    };
  },
});
