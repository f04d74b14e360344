import type { PostData } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { PostStoreDependencies } from './dependencies.ts';

export type CommentStatusDependencies = Pick<PostStoreDependencies, 'hooks' | 'options' | 'types'>;

/** Whether an item is open to comments and pings: as given, as before, or as the site has it for its type. */
export function commentStatuses(
  input: PostInput,
  before: PostData | null,
  type: string,
  dependencies: CommentStatusDependencies,
): Pick<PostData, 'commentStatus' | 'pingStatus'> {
  return {
    commentStatus:
      input.commentStatus || (before === null ? defaultStatus('comment', type, dependencies) : before.commentStatus),
    pingStatus:
      input.pingStatus || (before === null ? defaultStatus('pingback', type, dependencies) : before.pingStatus),
  };
}

const SETTINGS = {
  comment: { feature: 'comments', option: 'default_comment_status' },
  pingback: { feature: 'trackbacks', option: 'default_ping_status' },
} as const;

function defaultStatus(
  kind: keyof typeof SETTINGS,
  type: string,
  { hooks, options, types }: CommentStatusDependencies,
): string {
  const { feature, option } = SETTINGS[kind];
  const isOpen = type !== 'page' && types.supports(type, feature) && options.get<unknown>(option) === 'open';
  return hooks.filter('get_default_comment_status').call(isOpen ? 'open' : 'closed', type, kind);
}
