import { Generation } from '../../../core/generation.ts';
import { definePlugin, type PluginDefinition, type PluginHost } from '../../../core/index.ts';
import { createBrand } from '../../../core/site/index.ts';
import { createSite } from '../../../host/site.ts';
import contentRendering, { Renderer } from '../../../plugins/content-rendering/index.ts';
import formatting from '../../../plugins/formatting/index.ts';

/** A generation of nothing but the two plugins that render, and one more whose setup is given. */
export async function buildRenderer(
  setup: (host: PluginHost) => void = () => {},
  cache = true,
): Promise<{
  renderer: Renderer;
  generation: Generation;
}> {
  const probe = definePlugin({
    name: 'probe',
    version: '1.0.0',
    description: 'Belongs to a spec.',
    requires: { formatting: '*', 'content-rendering': '*' },
    setup,
  });
  const generation = await Generation.build({
    site: createSite({ brand: createBrand() }),
    plugins: ([contentRendering, formatting, probe] as PluginDefinition[]).map((definition) => ({
      definition,
      location: 'spec',
    })),
    cache,
  });
  return { renderer: generation.services.get('spec', Renderer), generation };
}
