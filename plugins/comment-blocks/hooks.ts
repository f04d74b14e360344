import { filter } from '../../core/index.ts';
import type { Comment } from '../comments/index.ts';

/** The hooks that the plugin fires. */
export const commentBlockHooks = {
  get_edit_comment_link: filter<[location: string, comment: Comment]>({
    params: ['location', 'comment'],
    requiredPermissions: 'content:read',
    meaning: 'Says at which address a comment is edited; empty where there is no page for that.',
  }),
};

type CommentBlockHooks = typeof commentBlockHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends CommentBlockHooks {}
}
