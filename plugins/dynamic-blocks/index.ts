import { definePlugin } from '../../core/index.ts';
import { AvatarUrls } from '../avatars/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { Database } from '../database/index.ts';
import { AttachmentImages } from '../media/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermLinks, TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import { redirectToArchive } from './archive-redirect.ts';
import { archives } from './blocks/archives.ts';
import { calendar } from './blocks/calendar.ts';
import { categories } from './blocks/categories.ts';
import { latestComments } from './blocks/latest-comments.ts';
import { latestPosts } from './blocks/latest-posts.ts';
import { reusable } from './blocks/reusable.ts';
import { search } from './blocks/search.ts';
import { shortcode } from './blocks/shortcode.ts';
import { tagCloud } from './blocks/tag-cloud.ts';
import type { BlockDependencies } from './dependencies.ts';

const BLOCKS = [archives, calendar, categories, latestComments, latestPosts, reusable, search, shortcode, tagCloud];

/** Blocks that show the present content of the site. */
export default definePlugin({
  name: 'dynamic-blocks',
  version: '0.1.0',
  description: 'Renders lists of posts, comments, terms and archives, a calendar and a search form as blocks.',
  group: 'content',
  cacheable: true,
  requires: {
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    database: '^0.1.0',
    formatting: '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['avatars', 'block-supports', 'media', 'theme'],
  capabilities: ['content:read', 'database', 'options:read', 'pages', 'users:read'],
  setup({ hooks, site, use, find }) {
    const dependencies: BlockDependencies = {
      site,
      database: use(Database),
      options: use(Options),
      clock: use(SiteClock),
      meta: use(MetaStore),
      users: use(UserStore),
      types: use(ContentTypes),
      taxonomies: use(Taxonomies),
      terms: use(TermStore),
      termLinks: use(TermLinks),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      renderer: use(Renderer),
      avatars: find(AvatarUrls),
      images: find(AttachmentImages),
    };
    const types = use(BlockTypes);
    for (const block of BLOCKS) types.register(withAttributesOfSupports(block(dependencies)));
    redirectToArchive(hooks, site);
  },
});
