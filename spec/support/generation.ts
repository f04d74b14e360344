import {
  createBrand,
  createSite,
  Generation,
  type GenerationSettings,
  type PluginDefinition,
  type Site,
} from '../../core/index.ts';

/** What a generation for a spec may be told beside its plugins. */
export interface TestGenerationOptions
  extends Pick<GenerationSettings, 'options' | 'overrides' | 'log' | 'tapTimeout' | 'routeTimeout' | 'asked'> {
  /** Settings of the site; the neutral brand and `http://localhost` when left out. */
  readonly site?: Partial<Site>;
}

/** What specs want of plugins: cheap hashes, and no statements but those of the work that a spec looks at. */
const SPEC_OPTIONS: Readonly<Record<string, object>> = { passwords: { cost: 10 }, options: { refresh: 0 } };

/** The options of plugins in a spec: its own, beside those that all specs want. */
function withSpecOptions(options: GenerationSettings['options'] = {}): Record<string, unknown> {
  const wanted = Object.entries(SPEC_OPTIONS).map(([name, each]) => [name, Object.assign({}, each, options[name])]);
  return { ...options, ...Object.fromEntries(wanted) };
}

/** Builds a generation of just these plugins, in memory. */
export function buildTestGeneration(
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  definitions: readonly PluginDefinition<any>[],
  { site, options, ...settings }: TestGenerationOptions = {},
): Promise<Generation> {
  return Generation.build({
    // What is given in code is asked for.
    asked: new Set(definitions.map(({ name }) => name)),
    ...settings,
    options: withSpecOptions(options),
    site: createSite({ brand: createBrand(), ...site }),
    plugins: definitions.map((definition) => ({ definition, location: `spec:${definition.name}` })),
  });
}
