import { defineErrors, type RestError } from '../../core/index.ts';
import { PluginChangeError, type PluginRefusal } from '../../core/plugin/index.ts';

/** The errors of the routes of plugins. */
export const pluginErrors = defineErrors({
  rest_cannot_view_plugins: ['authorization', 'You may not look at plugins.'],
  rest_cannot_view_plugin: ['authorization', 'You may not look at this plugin.'],
  rest_cannot_manage_plugins: ['authorization', 'You may not change plugins.'],
  rest_cannot_install_plugin: ['authorization', 'You may not install plugins.'],
  rest_cannot_activate_plugin: ['authorization', 'You may not activate this plugin.'],
  rest_cannot_deactivate_plugin: ['authorization', 'You may not deactivate this plugin.'],
  rest_plugin_not_found: [404, 'There is no such plugin.'],
  rest_cannot_delete_active_plugin: [400, 'An active plugin cannot be deleted; deactivate it first.'],
  folder_exists: [409, 'There is a plugin of this name already.'],
  unable_to_connect_to_filesystem: [403, 'Plugins are installed by those who run the site.'],
  plugin_not_approved: [409, 'The plugin asks for capabilities that the request does not approve.'],
  plugin_does_not_fit: [422, 'The package is no plugin for this site.'],
  plugins_api_failed: [502, 'The package could not be installed.'],
  plugin_missing_dependencies: [400, 'The plugin requires others that are not active.'],
  plugin_is_required: [409, 'Other active plugins require this one.'],
  plugin_is_fixed: [409, 'The plugin is held in its state by the configuration or by the host.'],
  could_not_remove_plugin: [409, 'The plugin came with the host; it cannot be deleted.'],
  plugin_not_changed: [409, 'The site could not be built with this change; it goes on as it was.'],
});

const CODES = {
  unknown: 'rest_plugin_not_found',
  required: 'plugin_is_required',
  requirement: 'plugin_missing_dependencies',
  configuration: 'plugin_is_fixed',
  indispensable: 'plugin_is_fixed',
  active: 'rest_cannot_delete_active_plugin',
  running: 'plugin_is_fixed',
  'not-removable': 'could_not_remove_plugin',
  'not-installable': 'unable_to_connect_to_filesystem',
  exists: 'folder_exists',
  unapproved: 'plugin_not_approved',
  package: 'plugin_does_not_fit',
  registry: 'plugins_api_failed',
  busy: 'plugin_not_changed',
  build: 'plugin_not_changed',
} as const satisfies Record<PluginRefusal, keyof typeof pluginErrors>;

/** The error object for a change that was refused, with the reason, since the user may manage plugins. */
export function errorOf(error: unknown): unknown {
  if (!(error instanceof PluginChangeError)) return error;
  const refusal: RestError = pluginErrors[CODES[error.reason]]({ details: { reason: error.message } });
  return refusal;
}
