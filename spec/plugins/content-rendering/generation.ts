import { createBrand, createSite, definePlugin, Generation, type PluginHost } from '../../../core/index.ts';
import contentRendering, { Renderer } from '../../../plugins/content-rendering/index.ts';
import formatting from '../../../plugins/formatting/index.ts';

/** A generation of nothing but the two plugins that render, and one more whose setup is given. */
export async function buildRenderer(setup: (host: PluginHost) => void = () => {}): Promise<{
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
    plugins: [contentRendering, formatting, probe].map((definition) => ({ definition, location: 'spec' })),
  });
  return { renderer: generation.services.get('spec', Renderer), generation };
}
