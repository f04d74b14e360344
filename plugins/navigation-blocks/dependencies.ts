import type { Site } from '../../core/index.ts';
import type { Renderer } from '../content-rendering/index.ts';
import type { Permalinks, PostStore } from '../posts/index.ts';

/** The services that blocks of menus need. */
export interface NavigationDependencies {
  readonly site: Site;
  readonly posts: PostStore;
  readonly permalinks: Permalinks;
  readonly renderer: Renderer;
}
