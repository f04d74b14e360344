import { ksesData } from '../formatting/index.ts';
import type { Post } from '../posts/index.ts';
import type { BlockKit } from './kit.ts';

/** The title of an item as it is shown, with a little inline markup at most. */
export const itemTitle = ({ renderer }: BlockKit, { id, title }: Post): string =>
  ksesData(renderer.title(title, id)) || '(no title)';
