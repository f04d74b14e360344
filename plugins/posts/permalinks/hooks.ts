import { filter } from '../../../core/index.ts';
import type { Post } from '../post.ts';

/** The hooks that the addresses of items go through. */
export const permalinkHooks = {
  post_link: filter<[link: string, post: Post, leaveName: boolean]>({
    params: ['permalink', 'post', 'leavename'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the address of a post.',
  }),
  page_link: filter<[link: string, id: number, sample: boolean]>({
    params: ['link', 'post_id', 'sample'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the address of a page.',
  }),
  attachment_link: filter<[link: string, id: number]>({
    params: ['link', 'post_id'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the address of the page of an attachment.',
  }),
  post_type_link: filter<[link: string, post: Post, leaveName: boolean, sample: boolean]>({
    params: ['post_link', 'post', 'leavename', 'sample'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the address of an item of a type that a plugin made.',
  }),
  rest_route_for_post: filter<[route: string, post: Post]>({
    params: ['route', 'post'],
    requiredPermissions: 'content:read',
    meaning: 'Adjusts the route of an item; empty for an item without one.',
  }),
};

type PermalinkHooks = typeof permalinkHooks;

declare module '../../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends PermalinkHooks {}
}
