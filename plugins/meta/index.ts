import { defaulted, integer, min, object } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { Database } from '../database/index.ts';
import { metaHooks, tellBy } from './hooks.ts';
import { GenerationMetaRegistry, MetaRegistry } from './registry.ts';
import { DatabaseMetaStore, MetaStore, ReservedMeta } from './store.ts';

export type { MetaType, MetaValues } from './meta-type.ts';
export type { MetaField, MetaRegistration, MetaValueType, RestMetaSettings } from './registration.ts';
export { MetaRegistry } from './registry.ts';
export { MetaStore, ReservedMeta } from './store.ts';

/** What reserved keys hold is nobody else's. */
const tellNobody = async () => undefined;

/** Keeps metadata, and makes the `meta` field of the keys that plugins register. */
export default definePlugin({
  name: 'meta',
  version: '0.1.0',
  description: 'Keeps metadata of content items, terms, comments and users, and shows registered keys.',
  group: 'content',
  cacheable: true,
  requires: { database: '^0.1.0' },
  capabilities: ['database'],
  hooks: metaHooks,
  options: object({
    /** The most bytes of a value that a client writes, by what it belongs to: users are read with each request. */
    value_bytes: defaulted(min(integer(), 1), 2 ** 20),
    user_value_bytes: defaulted(min(integer(), 1), 2 ** 16),
  }),
  setup(host, { value_bytes, user_value_bytes }) {
    const store = new DatabaseMetaStore(host.use(Database), tellBy(host.hooks));
    host.provide(MetaStore, store);
    host.provide(ReservedMeta, new DatabaseMetaStore(host.use(Database), tellNobody, { opensReserved: true }));
    host.provide(
      MetaRegistry,
      new GenerationMetaRegistry(store, host.hooks, { value: value_bytes, userValue: user_value_bytes }),
    );
  },
});
