import { definePlugin, type Generation, type HookDeclarations, type PluginHost } from '../../core/index.ts';
import { buildTestGeneration, type TestGenerationOptions } from './generation.ts';

/** Builds a generation of one plugin, `probe`, that declares these hooks; answers with its hooks, too. */
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
