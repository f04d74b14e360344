import type { RequestContext } from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';
import type { AvatarUrls } from './avatar-urls.ts';

/** How an avatar is shown. */
export interface AvatarImage {
  /** Width and height in pixels. */
  readonly size: number;
  readonly alt?: string;
  /** Classes behind its own, taken as they are given. */
  readonly className?: string;
  /** More attributes, escaped, with a blank before each. */
  readonly attributes?: string;
  /** Left out where the avatar is shown for no request. */
  readonly context?: RequestContext;
}

/** The image of an email address, as pages show it; empty where the service has no address for it. */
export function avatarImage(
  avatars: AvatarUrls,
  email: string,
  { size, alt = '', className = '', attributes = '', context }: AvatarImage,
): string {
  const urls = avatars(email, context, [size, size * 2]);
  const [src, double] = [urls[size] ?? Object.values(urls).at(-1), urls[size * 2]];
  if (src === undefined) return '';
  const classes = `avatar avatar-${size} photo${email === '' ? ' avatar-default' : ''}${className && ` ${className}`}`;
  const written = Object.entries({
    alt,
    src,
    ...(double === undefined ? {} : { srcset: `${double} 2x` }),
    class: classes,
    height: size,
    width: size,
  }).map(([name, value]) => `${name}='${escapeAttribute(String(value))}'`);
  return `<img ${written.join(' ')} ${attributes} loading='lazy' decoding='async'/>`;
}
