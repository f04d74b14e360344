import { definePlugin, PluginManager } from '../../core/index.ts';
import { type KnownPlugin, PluginChangeError } from '../../core/plugin/index.ts';

const known = (name: string, status: KnownPlugin['status']): KnownPlugin => ({ name, status, location: name });

/** A manager of two plugins that changes nothing: with it, the routes of plugins are there without a host. */
export const idlePluginManager = definePlugin({
  name: 'plugin-manager',
  version: '1.0.0',
  description: 'Manages nothing.',
  setup({ provide }) {
    provide(PluginManager, {
      all: () => [known('running', 'active'), known('resting', 'inactive')],
      activate: async () => undefined,
      deactivate: async () => undefined,
      resume: async () => undefined,
      delete: async () => undefined,
      install: async () => {
        throw new PluginChangeError('not-installable', 'nothing is installed here');
      },
      refresh: async () => undefined,
    });
  },
});
