import { definePlugin } from '../../core/index.ts';
import { withRelOfTargets } from './targeted-links.ts';

/** The links of items that open elsewhere. */
export default definePlugin({
  name: 'targeted-links',
  version: '0.1.0',
  description: 'Adds rel="noopener" to links with a target when items are stored.',
  group: 'content',
  cacheable: true,
  requires: { posts: '^0.1.0' },
  capabilities: ['content:write'],
  setup({ hooks }) {
    for (const name of ['title_save_pre', 'content_save_pre', 'excerpt_save_pre'] as const) {
      hooks.filter(name).tap('targeted-links', (text) => withRelOfTargets(text));
    }
  },
});
