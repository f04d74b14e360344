import { definePlugin } from '../../core/index.ts';
import { withAttributesOfSupports } from '../block-supports/index.ts';
import { BlockTypes } from '../content-rendering/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { PublicWeb } from '../public-web/index.ts';
import { Feeds } from './feeds.ts';
import { rss } from './rss.ts';

/** Feeds of other sites. Answers with one are not cached: they change without the site. */
export default definePlugin({
  name: 'rss-block',
  version: '0.1.0',
  description: 'Renders the newest items of a feed of another site as a block.',
  group: 'content',
  cacheable: false,
  requires: { 'content-rendering': '^0.1.0', options: '^0.1.0', 'public-web': '^0.1.0' },
  after: ['block-supports'],
  capabilities: ['network', 'options:read'],
  setup({ caches, site, use }) {
    const feeds = new Feeds(use(PublicWeb), caches);
    const block = rss({ site, options: use(Options), clock: use(SiteClock), feeds });
    use(BlockTypes).register(withAttributesOfSupports(block));
  },
});
