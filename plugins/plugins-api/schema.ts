import { type ItemSchema, itemSchema, readonlyField } from '../../core/index.ts';

const ALL = ['view', 'edit', 'embed'];
const OWN = ['view', 'edit'];

/** The fields of a plugin. */
export const pluginSchema = (): ItemSchema =>
  itemSchema('plugin', {
    plugin: readonlyField('string', ALL, 'The name of the plugin, by which its route is called.', {
      pattern: '[^.\\/]+(?:\\/[^.\\/]+)?',
    }),
    status: { description: 'Whether the plugin runs.', type: 'string', enum: ['inactive', 'active'], context: ALL },
    name: readonlyField('string', ALL, 'The name of the plugin, as it is shown.'),
    plugin_uri: readonlyField('string', OWN, 'Where to find more about the plugin.', { format: 'uri' }),
    author: readonlyField('object', OWN, 'Who made the plugin.'),
    author_uri: readonlyField('string', OWN, 'Where to find who made the plugin.', { format: 'uri' }),
    description: readonlyField('object', OWN, 'What the plugin is for.', {
      properties: {
        raw: { description: 'What the plugin is for, as it says itself.', type: 'string' },
        rendered: { description: 'What the plugin is for, as it is shown.', type: 'string' },
      },
    }),
    version: readonlyField('string', OWN, 'The version of the plugin.'),
    network_only: readonlyField('boolean', ALL, 'Whether the plugin runs for a whole network of sites or not at all.'),
    requires_wp: readonlyField('string', ALL, 'The least version of the system that the plugin asks for.'),
    requires_php: readonlyField('string', ALL, 'The least version of PHP that the plugin asks for.'),
    textdomain: readonlyField('string', OWN, 'What the translations of the plugin are filed under.'),
  });
