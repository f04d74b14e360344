import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Themes } from '../themes/index.ts';
import { PatternListController } from './controller.ts';
import type { BlockPattern } from './pattern.ts';
import { patternBlock } from './pattern-block.ts';
import { BlockPatterns, createBlockPatterns } from './registry.ts';
import { patternCategorySchema, patternSchema } from './schema.ts';
import { ThemePatterns } from './theme-patterns.ts';

export type { BlockPattern, BlockPatternCategory } from './pattern.ts';
export { BlockPatterns } from './registry.ts';

/** Patterns: ready-made blocks that plugins and themes offer. */
export default definePlugin({
  name: 'block-patterns',
  version: '0.1.0',
  description: 'Answers /block-patterns: patterns of plugins and of the theme, and their categories.',
  group: 'editor',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0', 'content-types': '^0.1.0', themes: '^0.1.0' },
  after: ['block-supports'],
  capabilities: ['files', 'options:read', 'routes:cms/v2'],
  setup({ hooks, use, provide, log }) {
    const registered = createBlockPatterns();
    const ofTheme = new ThemePatterns(use(Themes), log);
    provide(BlockPatterns, registered);
    const all = async () => [...registered.list(), ...(await ofTheme.ofActive())];
    const patterns = async () => (await all()).map(fieldsOf);
    const categories = () => registered.categories().map((category) => ({ description: '', ...category }));
    const block = patternBlock(use(Renderer), async (name) => (await all()).find((each) => each.name === name));
    use(BlockTypes).register(withAttributesOfSupports(block));
    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      const types = use(ContentTypes);
      const base = 'block-patterns';
      new PatternListController(server, `${base}/patterns`, patternSchema, types, patterns).registerRoutes();
      new PatternListController(
        server,
        `${base}/categories`,
        patternCategorySchema,
        types,
        categories,
      ).registerRoutes();
    });
  },
});

/**
 * Members that a pattern does not set are left out, except for those that every pattern has: editors take an empty list
 * of content types for none at all.
 */
const fieldsOf = (pattern: BlockPattern): Record<string, unknown> => ({
  name: pattern.name,
  title: pattern.title,
  content: pattern.content,
  description: pattern.description,
  viewport_width: pattern.viewportWidth,
  inserter: pattern.inserter ?? true,
  categories: pattern.categories ?? [],
  keywords: pattern.keywords ?? [],
  block_types: filled(pattern.blockTypes),
  post_types: filled(pattern.postTypes),
  template_types: filled(pattern.templateTypes),
  source: pattern.source ?? 'plugin',
});

const filled = (names: readonly string[] = []): readonly string[] | undefined =>
  names.length === 0 ? undefined : names;
