import type { Options } from '../options/index.ts';
import type { AvatarUrls } from './avatar-urls.ts';

/** The addresses of avatars, where a plugin makes them and the site shows them (its option `show_avatars`). */
export const shownAvatars = ({
  avatars,
  options,
}: {
  readonly avatars?: AvatarUrls | undefined;
  readonly options: Pick<Options, 'get'>;
}): AvatarUrls | undefined => (Number(options.get('show_avatars', 1)) === 0 ? undefined : avatars);
