import { definePlugin } from '../../core/index.ts';
import { AvatarUrls } from './avatar-urls.ts';
import { AVATAR_SIZES, avatarUrls } from './gravatar.ts';
import { avatarHooks } from './hooks.ts';

export { type AvatarImage, avatarImage } from './avatar-image.ts';
export { AvatarUrls } from './avatar-urls.ts';
export { shownAvatars } from './shown-avatars.ts';

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
    provide(AvatarUrls, (email, context, wanted) => {
      const tls = context?.http?.tls ?? site.home.startsWith('https:');
      return avatarUrls(email, wanted ?? sizes.call(AVATAR_SIZES), tls);
    });
  },
});
