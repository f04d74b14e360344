import { type ArgumentSchema, definePlugin, type FieldSchema, serviceToken } from '../../core/index.ts';
import { Database } from '../database/index.ts';
import { MetaRegistry, MetaStore } from '../meta/index.ts';

/** What users prefer of editors. */
export interface PersistedPreferences {
  /** The preferences of a user; undefined where the user has none. */
  of(userId: number): Promise<unknown>;
}

/** The token of that service. */
export const PersistedPreferences = serviceToken('persisted-preferences', { requiredPermissions: 'users:read' });

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'persisted-preferences': PersistedPreferences;
  }
}

/** Any map; shown in the edit context only. */
const schema: ArgumentSchema & Pick<FieldSchema, 'context'> = {
  type: 'object',
  context: ['edit'],
  properties: { _modified: { description: 'When they were last changed.', type: 'string', format: 'date-time' } },
  additionalProperties: {},
};

/** Stores the editor preferences of a user in the user's metadata, so that they are the same on every machine. */
export default definePlugin({
  name: 'persisted-preferences',
  version: '0.1.0',
  description: 'Keeps what a user prefers of editors in meta.persisted_preferences of /users.',
  group: 'identity',
  cacheable: true,
  requires: { database: '^0.1.0', meta: '^0.1.0' },
  capabilities: ['database', 'users:write'],
  setup({ hooks, brand, use, provide }) {
    const [{ prefix, isGuest }, meta] = [use(Database), use(MetaStore)];
    const name = 'persisted_preferences';
    // WordPress has them for each site, by the prefix of its tables.
    const key = isGuest ? `${prefix}${name}` : brand.typeName(name);
    provide(PersistedPreferences, { of: async (userId) => (await meta.get('user', userId, key))[0] });
    hooks.action('init').tap('persisted-preferences', () => {
      use(MetaRegistry).register('user', key, {
        type: 'object',
        single: true,
        description: 'What the user prefers of editors.',
        default: {},
        show_in_rest: {
          name,
          schema,
          // A map without members is an empty list on the wire, and none is stored as anything else.
          prepare_callback: (value) =>
            typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : [],
        },
      });
    });
  },
});
