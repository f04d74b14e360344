import { definePlugin, PluginManager } from '../../core/index.ts';
import { InactivePlugins, QuarantinedPlugins, type QuarantineRecord } from '../../core/plugin/index.ts';
import { ReservedOptions } from '../options/index.ts';
import { StoredCapabilities } from './stored-capabilities.ts';

/** The option that names the plugins that are switched off. */
const OFF = 'tappet_inactive_plugins';

/** The option that names the opt-in plugins that are switched on. */
const ON = 'tappet_active_plugins';

/** The option that says what dropped-in plugins declared: for each its name and its capabilities, as one text. */
const NOTED = 'tappet_plugin_capabilities';

/** The option that lists the quarantined plugins, which failed repeatedly. */
const ASIDE = 'tappet_quarantined_plugins';

/** The list that an option holds; none where it holds something else. */
const listOf = (stored: unknown): readonly unknown[] => (Array.isArray(stored) ? stored : []);

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
    const listed = (option: string): readonly string[] => listOf(options.get(option)).map(String);
    /** Has a name in a list or not; answers whether it was. A list that is empty and was never stored needs no option. */
    const put = async (option: string, name: string, isIn: boolean): Promise<boolean> => {
      let wasIn = false;
      await options.change(option, (stored) => {
        const list = listOf(stored);
        wasIn = list.includes(name);
        if (wasIn === isIn) return stored;
        return isIn ? [...list, name] : list.filter((other) => other !== name);
      });
      return wasIn;
    };
    const switched = () => ({ off: listed(OFF), on: listed(ON) });
    host.provide(InactivePlugins, {
      switched,
      async switch(name, to) {
        const wasOff = await put(OFF, name, to === 'off');
        const wasOn = await put(ON, name, to === 'on');
        if (wasOff) return 'off';
        return wasOn ? 'on' : undefined;
      },
    });
    host.provide(StoredCapabilities, {
      all() {
        const entries = listOf(options.get(NOTED)).map((text) => String(text).split(' '));
        return new Map(entries.map(([name = '', ...capabilities]) => [name, capabilities]));
      },
      save: (declared) =>
        options.set(
          NOTED,
          [...declared].map(([name, capabilities]) => [name, ...capabilities].join(' ')),
        ),
    });
    const records = (): readonly QuarantineRecord[] => listOf(options.get(ASIDE)).filter(isRecord);
    host.provide(QuarantinedPlugins, {
      all: records,
      async put(name, record) {
        let before: QuarantineRecord | undefined;
        await options.change(ASIDE, (stored) => {
          const list = listOf(stored);
          before = list.filter(isRecord).findLast(({ plugin }) => plugin === name);
          if (before === record) return stored;
          return [
            ...list.filter((one) => !isRecord(one) || one.plugin !== name),
            ...(record === undefined ? [] : [record]),
          ];
        });
        return before;
      },
    });
    const manager = host.find(PluginManager);
    if (manager === undefined) return undefined;
    const state = () => JSON.stringify([switched(), records(), options.get(NOTED)]);
    let seen = state();
    return options.onChange(() => {
      if (state() === seen) return;
      seen = state();
      manager.refresh().catch((error) => host.log.error({ err: error }, 'plugins were not changed as stored'));
    });
  },
});
