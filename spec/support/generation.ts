import {
  createBrand,
  createSite,
  Generation,
  type GenerationSettings,
  type PluginDefinition,
  type Site,
} from '../../core/index.ts';

/** What a generation for a spec may be told beside its plugins. */
export interface TestGenerationOptions extends Pick<GenerationSettings, 'options' | 'overrides' | 'log'> {
  /** Settings of the site; the neutral brand and `http://localhost` when left out. */
  readonly site?: Partial<Site>;
}

/** Builds a generation of just these plugins, in memory. */
export function buildTestGeneration(
  // biome-ignore lint/suspicious/noExplicitAny: plugins of any options.
  definitions: readonly PluginDefinition<any>[],
  { site, ...settings }: TestGenerationOptions = {},
): Promise<Generation> {
  return Generation.build({
    ...settings,
    site: createSite({ brand: createBrand(), ...site }),
    plugins: definitions.map((definition) => ({ definition, location: `spec:${definition.name}` })),
  });
}
