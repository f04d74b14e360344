import { serviceToken } from '../../core/index.ts';
import type { BlockPattern, BlockPatternCategory } from './pattern.ts';

/** The patterns of blocks that plugins offer. A pattern of a registered name replaces the earlier one. */
export interface BlockPatterns {
  /** Adds a pattern; throws a TypeError for a name without a namespace. */
  register(pattern: BlockPattern): void;
  registerCategory(category: BlockPatternCategory): void;
  list(): BlockPattern[];
  categories(): BlockPatternCategory[];
}

/** The token of the patterns of blocks. */
export const BlockPatterns = serviceToken('block-patterns', {
  requiredPermissions: 'content:write',
  open: ['list', 'categories'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'block-patterns': BlockPatterns;
  }
}

const CATEGORIES: readonly BlockPatternCategory[] = [
  { name: 'banner', label: 'Banners', description: 'Wide pictures with a few words.' },
  { name: 'buttons', label: 'Buttons', description: 'Buttons and what leads to them.' },
  { name: 'call-to-action', label: 'Call to action', description: 'Sections that ask for something.' },
  { name: 'columns', label: 'Columns', description: 'Blocks side by side.' },
  { name: 'featured', label: 'Featured', description: 'Patterns worth a look.' },
  { name: 'footer', label: 'Footers', description: 'For the bottom of pages.' },
  { name: 'gallery', label: 'Gallery', description: 'Pictures together.' },
  { name: 'header', label: 'Headers', description: 'For the top of pages.' },
  { name: 'posts', label: 'Posts', description: 'Lists of posts.' },
  { name: 'text', label: 'Text', description: 'Mostly words.' },
];

/** Makes the registry, with the categories that every site has. */
export function createBlockPatterns(): BlockPatterns {
  const patterns = new Map<string, BlockPattern>();
  const categories = new Map(CATEGORIES.map((category) => [category.name, category]));
  return {
    register(pattern) {
      if (!/^[\w-]+\/[\w/-]+$/.test(pattern.name)) {
        throw new TypeError(`a pattern's name is like "my-plugin/hero", not "${pattern.name}"`);
      }
      patterns.set(pattern.name, pattern);
    },
    registerCategory: (category) => void categories.set(category.name, category),
    list: () => [...patterns.values()],
    categories: () => [...categories.values()],
  };
}
