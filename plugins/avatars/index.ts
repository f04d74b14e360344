import { definePlugin, type RequestContext, serviceToken } from '../../core/index.ts';
import { AVATAR_SIZES, avatarUrls } from './gravatar.ts';
import { avatarHooks } from './hooks.ts';

/** Gives the avatar addresses of an email address, keyed by size in pixels (4.7). */
export type AvatarUrls = (email: string, context?: RequestContext) => Record<string, string>;

/** The token of avatar addresses. A plugin that has its own pictures provides it in place of this one. */
export const AvatarUrls = serviceToken('avatar-urls');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'avatar-urls': AvatarUrls;
  }
}

/** Avatars at Gravatar. */
export default definePlugin({
  name: 'avatars',
  version: '0.1.0',
  description: 'Makes the addresses of avatars from email addresses.',
  group: 'identity',
  cacheable: true,
  hooks: avatarHooks,
  setup({ hooks, provide, site }) {
    const sizes = hooks.filter('rest_avatar_sizes');
    provide(AvatarUrls, (email, context) => {
      const tls = context?.http?.tls ?? site.home.startsWith('https:');
      return avatarUrls(email, sizes.call(AVATAR_SIZES), tls);
    });
  },
});
