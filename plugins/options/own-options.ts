import type { Database } from '../database/index.ts';
import type { Options } from './options.ts';
import { OptionStore } from './store.ts';

/** What the names of options begin with that are Tappet's own. */
const OWN = 'tappet_';

const nothing = async () => undefined;

/** The options of a site with Tappet's own among them, which may lie in a database of their own. */
export async function withOwnOptions(options: Options, site: Database, own: Database): Promise<Options> {
  if (own === site) return options;
  const ours = new OptionStore(own, { added: nothing, updated: nothing, deleted: nothing });
  await ours.open();
  const those = (name: string) => (name.startsWith(OWN) ? ours : options);
  return {
    get version() {
      return options.version + ours.version;
    },
    get: <T>(name: string, fallback?: T) => those(name).get(name, fallback) as T,
    has: (name) => those(name).has(name),
    names: () => [...options.names().filter((name) => !name.startsWith(OWN)), ...ours.names()].sort(),
    load: async (names) => {
      await options.load(names.filter((name) => !name.startsWith(OWN)));
    },
    set: (name, value, storing) => those(name).set(name, value, storing),
    change: (name, change) => those(name).change(name, change),
    delete: (name) => those(name).delete(name),
  };
}
