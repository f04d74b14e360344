import type { Options } from './options.ts';

/** What the names of options begin with that are Tappet's own. */
const OWN = 'tappet_';

/** The options of a site with Tappet's own among them, which lie in a database of their own. */
export function withOwnOptions(options: Options, ours: Options): Options {
  const isOwn = (name: string) => name.startsWith(OWN);
  const those = (name: string) => (isOwn(name) ? ours : options);
  return {
    get version() {
      return options.version + ours.version;
    },
    get: <T>(name: string, fallback?: T) => those(name).get(name, fallback) as T,
    has: (name) => those(name).has(name),
    names: () => [...options.names().filter((name) => !isOwn(name)), ...ours.names()].sort(),
    load: async (names) => {
      await options.load(names.filter((name) => !isOwn(name)));
    },
    set: (name, value, storing) => those(name).set(name, value, storing),
    setAll: async (values) => {
      const entries = Object.entries(values);
      await options.setAll(Object.fromEntries(entries.filter(([name]) => !isOwn(name))));
      await ours.setAll(Object.fromEntries(entries.filter(([name]) => isOwn(name))));
    },
    change: (name, change) => those(name).change(name, change),
    lock: async (names) => {
      await options.lock(names.filter((name) => !isOwn(name)));
      await ours.lock(names.filter(isOwn));
    },
    onChange: (listener) => {
      const stops = [options, ours].map((each) => each.onChange(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    delete: (name) => those(name).delete(name),
  };
}
