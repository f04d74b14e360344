import type { Generation } from '../../core/generation.ts';
import type { HookDeclarations } from '../../core/hooks/index.ts';
import { definePlugin, type PluginHost } from '../../core/index.ts';
import { buildTestGeneration, type TestGenerationOptions } from './generation.ts';

/** Builds a generation of one plugin, `probe`, that declares these hooks; returns the plugin's hooks, too. */
export async function buildProbe(
  hooks: HookDeclarations,
  setup: (host: PluginHost) => void,
  options?: TestGenerationOptions,
): Promise<{ generation: Generation; hooks: PluginHost['hooks'] }> {
  let host: PluginHost | undefined;
  const plugin = definePlugin({
    name: 'probe',
    version: '1.0.0',
    description: 'Belongs to a spec.',
    hooks,
    setup(given) {
      host = given;
      setup(given);
    },
  });
  const generation = await buildTestGeneration([plugin], options);
  return { generation, hooks: host!.hooks };
}
