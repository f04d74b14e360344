import { defaulted, func, integer, min, object, optional } from 'superstruct';
import { CacheRecorder } from '../../core/cache/index.ts';
import { definePlugin } from '../../core/index.ts';
import { trimEnd } from '../../core/text/index.ts';
import { Database, maybeSerialize, OwnDatabase, RESERVED_OPTIONS, reservedNames } from '../database/index.ts';
import { addCommands } from './commands.ts';
import { DEFAULT_OPTIONS } from './defaults.ts';
import { follow } from './follow.ts';
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

const nothing = async () => undefined;

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
        up: (_, { insertAll }) => insertAll('options', rows, 'ignore'),
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
    const stores: [OptionStore, Database][] = [[store, database]];
    const own = host.use(OwnDatabase);
    if (own === database) host.provide(ReservedOptions, store);
    else {
      const ours = new OptionStore(own, { added: nothing, updated: nothing, deleted: nothing });
      await ours.open();
      stores.push([ours, own]);
      host.provide(ReservedOptions, withOwnOptions(store, ours));
    }
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

    const following = stores.map(([each, { tracker }]) => follow(each, tracker, interval, host.log));
    return async () => {
      for (const stop of following) await stop();
    };
  },
});
