import { definePlugin, serviceToken } from '../../core/index.ts';
import { MetaStore } from '../meta/index.ts';
import { SiteClock } from '../options/index.ts';
import { postLockHooks } from './hooks.ts';
import { Locks } from './locks.ts';

/** Knows who writes which item. */
export type PostLocks = Locks;

/** The token of the locks of items. */
export const PostLocks = serviceToken('post-locks', {
  requiredPermissions: 'content:write',
  reads: ['holder', 'holders'],
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'post-locks': PostLocks;
  }
}

/** Locks of items, by which those who write one learn of each other. */
export default definePlugin({
  name: 'post-locks',
  version: '0.1.0',
  description: 'Keeps who writes which item, so that editors tell writers of each other.',
  group: 'editor',
  cacheable: true,
  requires: { meta: '^0.1.0', options: '^0.1.0' },
  capabilities: ['content:write'],
  hooks: postLockHooks,
  setup({ hooks, use, provide }) {
    provide(PostLocks, new Locks(use(MetaStore), use(SiteClock), hooks));
  },
});
