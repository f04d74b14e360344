import { type ArgumentSchema, type Brand, definePlugin, type FieldSchema } from '../../core/index.ts';
import { MetaRegistry } from '../meta/index.ts';

/** Where a user's metadata has the preferences. */
export const preferencesKey = (brand: Brand): string => brand.typeName('persisted_preferences');

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
  requires: { meta: '^0.1.0' },
  capabilities: ['users:write'],
  setup({ hooks, brand, use }) {
    hooks.action('init').tap('persisted-preferences', () => {
      use(MetaRegistry).register('user', preferencesKey(brand), {
        type: 'object',
        single: true,
        description: 'What the user prefers of editors.',
        default: {},
        show_in_rest: {
          name: 'persisted_preferences',
          schema,
          // A map without members is an empty list on the wire, and none is stored as anything else.
          prepare_callback: (value) =>
            typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : [],
        },
      });
    });
  },
});
