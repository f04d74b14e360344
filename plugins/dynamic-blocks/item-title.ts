import { ksesData } from '../formatting/index.ts';
import type { Post } from '../posts/index.ts';
import type { BlockDependencies } from './dependencies.ts';

/** The title of an item as it is shown, with a little inline markup at most. */
export const itemTitle = ({ renderer }: Pick<BlockDependencies, 'renderer'>, { id, title }: Post): string =>
  ksesData(renderer.title(title, id)) || '(no title)';
