import { definePlugin } from '../../core/index.ts';
import { AvatarUrls } from '../avatars/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { CommentStore } from '../comments/index.ts';
import { BlockTypes } from '../content-rendering/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { AttachmentImages } from '../media/index.ts';
import { Options } from '../options/index.ts';
import { Permalinks, PostStore } from '../posts/index.ts';
import { UserStore } from '../users/index.ts';
import { avatar } from './blocks/avatar.ts';
import { loginout } from './blocks/loginout.ts';
import { siteLogo } from './blocks/site-logo.ts';
import { siteTagline } from './blocks/site-tagline.ts';
import { siteTitle } from './blocks/site-title.ts';
import { socialLink } from './blocks/social-link.ts';
import { socialLinks } from './blocks/social-links.ts';
import type { SiteBlockDependencies } from './dependencies.ts';

const BLOCKS = [avatar, loginout, siteLogo, siteTagline, siteTitle, socialLink, socialLinks];

/** Blocks that tell of the site and of those who write for it. */
export default definePlugin({
  name: 'site-blocks',
  version: '0.1.0',
  description: 'Renders the name, the tagline and the logo of the site, avatars, links to sign in and social links.',
  group: 'content',
  cacheable: true,
  requires: {
    'content-rendering': '^0.1.0',
    'content-types': '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    users: '^0.1.0',
  },
  after: ['avatars', 'block-supports', 'comments', 'media'],
  capabilities: ['content:read', 'options:read', 'users:read'],
  setup({ site, use, find }) {
    const dependencies: SiteBlockDependencies = {
      site,
      options: use(Options),
      types: use(ContentTypes),
      posts: use(PostStore),
      permalinks: use(Permalinks),
      users: use(UserStore),
      comments: find(CommentStore),
      avatars: find(AvatarUrls),
      images: find(AttachmentImages),
    };
    const types = use(BlockTypes);
    for (const block of BLOCKS) types.register(withAttributesOfSupports(block(dependencies)));
  },
});
