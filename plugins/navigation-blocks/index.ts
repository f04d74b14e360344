import { definePlugin } from '../../core/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { homeLink } from './blocks/home-link.ts';
import { navigation } from './blocks/navigation.ts';
import { navigationLink } from './blocks/navigation-link.ts';
import { navigationSubmenu } from './blocks/navigation-submenu.ts';
import { pageList } from './blocks/page-list.ts';
import type { NavigationDependencies } from './dependencies.ts';

const BLOCKS = [homeLink, navigation, navigationLink, navigationSubmenu, pageList];

/** Menus and what they are made of. */
export default definePlugin({
  name: 'navigation-blocks',
  version: '0.1.0',
  description: 'Renders menus, their links and submenus, and lists of pages as blocks.',
  group: 'content',
  cacheable: true,
  requires: { 'content-rendering': '^0.1.0', formatting: '^0.1.0', posts: '^0.1.0' },
  after: ['block-supports'],
  capabilities: ['content:read'],
  setup({ site, use }) {
    const dependencies: NavigationDependencies = {
      site,
      posts: use(PostStore),
      permalinks: use(Permalinks),
      renderer: use(Renderer),
    };
    const types = use(BlockTypes);
    for (const block of BLOCKS) types.register(withAttributesOfSupports(block(dependencies)));
  },
});
