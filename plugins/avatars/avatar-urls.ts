import { type RequestContext, serviceToken } from '../../core/index.ts';

/**
 * Gives the avatar addresses of an email address, keyed by size in pixels (4.7): in the given sizes, or in those that
 * the interface shows. A service of another plugin may give addresses in sizes of its own alone.
 */
export type AvatarUrls = (email: string, context?: RequestContext, sizes?: readonly number[]) => Record<string, string>;

/** The token of avatar addresses. A plugin that has its own pictures provides it in place of this one. */
export const AvatarUrls = serviceToken('avatar-urls');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'avatar-urls': AvatarUrls;
  }
}
