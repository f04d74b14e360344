import {
  definePlugin,
  InactivePlugins,
  NotedCapabilities,
  PluginManager,
  SetAsidePlugins,
  type SetAsideRecord,
} from '../../core/index.ts';
import { Options } from '../options/index.ts';

/** The option that names the plugins that are switched off. */
const OPTION = 'tappet_inactive_plugins';

/** The option that says what dropped-in plugins declared: for each its name and its capabilities, as one text. */
const NOTED = 'tappet_plugin_capabilities';

/** The option that tells which plugins kept failing and were set aside. */
const ASIDE = 'tappet_set_aside_plugins';

/** How often a change made by another process is looked for, in milliseconds. */
const REFRESH = 1000;

const isRecord = (value: unknown): value is SetAsideRecord =>
  typeof (value as SetAsideRecord | null)?.plugin === 'string';

/** Keeps which plugins are switched off at run time, over restarts and for all processes of a site. */
export default definePlugin({
  name: 'activation',
  version: '0.1.0',
  description: 'Keeps which plugins are switched off.',
  cacheable: true,
  early: true,
  requires: { options: '^0.1.0' },
  capabilities: ['options:write', 'plugins'],
  setup(host) {
    const options = host.use(Options);
    const names = (): readonly string[] => {
      const list = options.get<unknown>(OPTION, []);
      return Array.isArray(list) ? list.map(String) : [];
    };
    host.provide(InactivePlugins, {
      names,
      save: (list) => (list.length === 0 && !options.has(OPTION) ? Promise.resolve() : options.set(OPTION, [...list])),
    });
    host.provide(NotedCapabilities, {
      all() {
        const list = options.get<unknown>(NOTED, []);
        const entries = Array.isArray(list) ? list.map((text) => String(text).split(' ')) : [];
        return new Map(entries.map(([name = '', ...capabilities]) => [name, capabilities]));
      },
      save: (noted) =>
        options.set(
          NOTED,
          [...noted].map(([name, capabilities]) => [name, ...capabilities].join(' ')),
        ),
    });
    const records = (): readonly SetAsideRecord[] => {
      const list = options.get<unknown>(ASIDE, []);
      return Array.isArray(list) ? list.filter(isRecord) : [];
    };
    host.provide(SetAsidePlugins, {
      all: records,
      save: (list) => (list.length === 0 && !options.has(ASIDE) ? Promise.resolve() : options.set(ASIDE, [...list])),
    });
    const manager = host.find(PluginManager);
    if (manager === undefined) return undefined;
    const state = () => JSON.stringify([names(), records()]);
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
