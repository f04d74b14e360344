import { boolean, defaulted, object } from 'superstruct';
import { definePlugin } from '../../core/index.ts';
import { AvatarUrls } from '../avatars/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes, Renderer } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { AttachmentImages } from '../media/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { Taxonomies } from '../taxonomies/index.ts';
import { TermLinks, TermStore } from '../terms/index.ts';
import { UserStore } from '../users/index.ts';
import { postAuthor } from './blocks/post-author.ts';
import { postAuthorBiography } from './blocks/post-author-biography.ts';
import { postAuthorName } from './blocks/post-author-name.ts';
import { postContent } from './blocks/post-content.ts';
import { postDate } from './blocks/post-date.ts';
import { postExcerpt } from './blocks/post-excerpt.ts';
import { postFeaturedImage } from './blocks/post-featured-image.ts';
import { postNavigationLink } from './blocks/post-navigation-link.ts';
import { postTerms } from './blocks/post-terms.ts';
import { postTitle } from './blocks/post-title.ts';
import { readMore } from './blocks/read-more.ts';
import type { PostBlockDependencies } from './dependencies.ts';

const BLOCKS = [
  postAuthor,
  postAuthorBiography,
  postContent,
  postDate,
  postExcerpt,
  postFeaturedImage,
  postNavigationLink,
  postTerms,
  postTitle,
  readMore,
];

/** Blocks of later releases than the one whose answers are recorded; that one's list of blocks is the standard. */
const NEWER_BLOCKS = [postAuthorName];

/** Blocks that show parts of an item: of the one that they stand in, or of each item of a list. */
export default definePlugin({
  name: 'post-blocks',
  version: '0.1.0',
  description: 'Renders the title, date, author, terms, image and texts of an item as blocks.',
  group: 'content',
  cacheable: true,
  requires: {
    'block-supports': '^0.1.0',
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    formatting: '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    taxonomies: '^0.1.0',
    terms: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['avatars', 'media'],
  capabilities: ['content:read', 'options:read', 'users:read'],
  options: object({
    /** Whether there are blocks as well that are newer than the interface, as `core/post-author-name`. */
    newer_blocks: defaulted(boolean(), false),
  }),
  setup({ site, hooks, use, find }, { newer_blocks }) {
    const dependencies: PostBlockDependencies = {
      site,
      hooks,
      options: use(Options),
      clock: use(SiteClock),
      types: use(ContentTypes),
      taxonomies: use(Taxonomies),
      terms: use(TermStore),
      termLinks: use(TermLinks),
      meta: use(MetaStore),
      users: use(UserStore),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      renderer: use(Renderer),
      images: find(AttachmentImages),
      avatars: find(AvatarUrls),
    };
    const types = use(BlockTypes);
    for (const block of newer_blocks ? [...BLOCKS, ...NEWER_BLOCKS] : BLOCKS)
      types.register(withAttributesOfSupports(block(dependencies)));
  },
});
