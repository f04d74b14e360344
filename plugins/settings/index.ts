import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { Database, RESERVED_OPTIONS, reservedNames } from '../database/index.ts';
import { Options } from '../options/index.ts';
import { BUILTIN_SETTINGS } from './builtin.ts';
import { SettingsController } from './controller.ts';
import { describeSettings } from './describe-settings.ts';
import { settingHooks } from './hooks.ts';
import { createSettings, Settings } from './registry.ts';

export { Settings } from './registry.ts';
export type { Setting, SettingArgs } from './setting.ts';

/** Settings: the options that the interface shows and changes. */
export default definePlugin({
  name: 'settings',
  version: '0.1.0',
  description: 'Shows registered options as settings, and changes them.',
  group: 'site',
  cacheable: true,
  requires: { database: '^0.1.0', options: '^0.1.0' },
  capabilities: ['database', 'options:write', 'routes:cms/v2'],
  hooks: settingHooks,
  setup({ hooks, site, provide, use }) {
    const database = use(Database);
    const isReserved = reservedNames(RESERVED_OPTIONS, database.prefix);
    const services = { settings: createSettings(isReserved), options: use(Options), database };
    provide(Settings, services.settings);

    hooks.action('init').tap({ name: 'built-in', stage: -10 }, () => {
      for (const [option, args] of Object.entries(BUILTIN_SETTINGS)) services.settings.register(option, args);
    });
    // Without the option `siteurl`, the setting is the address that the site is reached by.
    hooks.filter('rest_pre_get_setting').tap('home', (value, _name, { option_name }) => {
      if (option_name === 'siteurl') return value ?? (services.options.get('siteurl') || site.home);
      return value;
    });
    if (hooks.has('openapi_document')) hooks.filter('openapi_document').tap('settings', describeSettings);
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      new SettingsController(server, services).registerRoutes();
    });
  },
});
