import { definePlugin, PluginManager } from '../../core/index.ts';
import {
  InactivePlugins,
  QuarantinedPlugins,
  type QuarantineRecord,
  StoredCapabilities,
} from '../../core/plugin/index.ts';
import { ReservedOptions } from '../options/index.ts';

/** The option that names the plugins that are switched off. */
const OFF = 'tappet_inactive_plugins';

/** The option that names the opt-in plugins that are switched on. */
const ON = 'tappet_active_plugins';

/** The option that says what dropped-in plugins declared: for each its name and its capabilities, as one text. */
const NOTED = 'tappet_plugin_capabilities';

/** The option that lists the quarantined plugins, which failed repeatedly. */
const ASIDE = 'tappet_quarantined_plugins';

/** How often a change made by another process is looked for, in milliseconds. */
const REFRESH = 1000;

const isRecord = (value: unknown): value is QuarantineRecord =>
  typeof (value as QuarantineRecord | null)?.plugin === 'string';

/** Keeps which plugins are switched off and on at run time, over restarts and for all processes of a site. */
export default definePlugin({
  name: 'activation',
  version: '0.1.0',
  description: 'Keeps which plugins are switched off and on.',
  group: 'operations',
  cacheable: true,
  early: true,
  requires: { options: '^0.1.0' },
  capabilities: ['authentication', 'plugins'],
  setup(host) {
    const options = host.use(ReservedOptions);
    const listed = (option: string): readonly string[] => {
      const list = options.get<unknown>(option, []);
      return Array.isArray(list) ? list.map(String) : [];
    };
    /** Stores a list; one that is empty and was never stored needs no option. */
    const store = async (option: string, list: readonly unknown[]): Promise<void> => {
      if (list.length > 0 || options.has(option)) await options.set(option, [...list]);
    };
    const switched = () => ({ off: listed(OFF), on: listed(ON) });
    host.provide(InactivePlugins, {
      switched,
      async save({ off, on }) {
        await store(OFF, off);
        await store(ON, on);
      },
    });
    host.provide(StoredCapabilities, {
      all() {
        const list = options.get<unknown>(NOTED, []);
        const entries = Array.isArray(list) ? list.map((text) => String(text).split(' ')) : [];
        return new Map(entries.map(([name = '', ...capabilities]) => [name, capabilities]));
      },
      save: (declared) =>
        options.set(
          NOTED,
          [...declared].map(([name, capabilities]) => [name, ...capabilities].join(' ')),
        ),
    });
    const records = (): readonly QuarantineRecord[] => {
      const list = options.get<unknown>(ASIDE, []);
      return Array.isArray(list) ? list.filter(isRecord) : [];
    };
    host.provide(QuarantinedPlugins, {
      all: records,
      save: (list) => store(ASIDE, list),
    });
    const manager = host.find(PluginManager);
    if (manager === undefined) return undefined;
    const state = () => JSON.stringify([switched(), records()]);
    let seen = state();
    const look = () => {
      if (state() === seen) return;
      seen = state();
      manager.refresh().catch((error) => host.log.error({ err: error }, 'plugins were not changed as stored'));
    };
    const timer = setInterval(look, REFRESH).unref();
    return () => clearInterval(timer);
  },
});
