import { Generation, type GenerationSettings } from '../../core/generation.ts';
import type { PluginDefinition, Site } from '../../core/index.ts';
import { createBrand } from '../../core/site/index.ts';
import { declareHostHooks } from '../../host/hooks.ts';
import { createSite } from '../../host/site.ts';

/** The settings of a generation for a spec. */
export interface TestGenerationOptions
  extends Pick<GenerationSettings, 'options' | 'overrides' | 'log' | 'tapTimeout' | 'routeTimeout' | 'asked'> {
  /** Settings of the site; the neutral brand and `http://localhost` when left out. */
  readonly site?: Partial<Site>;
}

/** The options of plugins in specs: fast hashes, and no SQL statements in the background. */
const SPEC_OPTIONS: Readonly<Record<string, object>> = { passwords: { cost: 10 }, options: { refresh: 0 } };

/** The options of plugins in a spec, together with those of all specs. */
function withSpecOptions(options: GenerationSettings['options'] = {}): Record<string, unknown> {
  const wanted = Object.entries(SPEC_OPTIONS).map(([name, each]) => [name, Object.assign({}, each, options[name])]);
  return { ...options, ...Object.fromEntries(wanted) };
}

/** Builds a generation in memory of just these plugins. */
export function buildTestGeneration(
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  definitions: readonly PluginDefinition<any>[],
  { site, options, ...settings }: TestGenerationOptions = {},
): Promise<Generation> {
  return Generation.build({
    // Plugins that are given in code run even if they are `optIn`.
    asked: new Set(definitions.map(({ name }) => name)),
    provide: declareHostHooks,
    ...settings,
    options: withSpecOptions(options),
    site: createSite({ brand: createBrand(), ...site }),
    plugins: definitions.map((definition) => ({ definition, location: `spec:${definition.name}` })),
  });
}
