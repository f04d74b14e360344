import { definePlugin } from '../../core/index.ts';
import { BlockPatterns } from '../block-patterns/index.ts';
import { PATTERNS } from './patterns.ts';

/** Patterns that every site offers its writers. */
export default definePlugin({
  name: 'default-patterns',
  version: '0.1.0',
  description: 'Registers patterns to begin with: calls to action, columns, questions, quotations, lists of posts.',
  group: 'editor',
  cacheable: true,
  requires: { 'block-patterns': '^0.1.0' },
  capabilities: ['content:write'],
  setup({ brand, use }) {
    const patterns = use(BlockPatterns);
    for (const pattern of PATTERNS) {
      patterns.register({ ...pattern, name: `${brand.name}/${pattern.name}`, source: 'core' });
    }
  },
});
