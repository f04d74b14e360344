import { ksesData } from '../formatting/index.ts';
import type { Post } from '../posts/index.ts';
import type { BlockDependencies } from './dependencies.ts';

type Rendering = Pick<BlockDependencies, 'renderer'>;

const NONE = '(no title)';

/** The title of an item as archives list it, with a little inline markup at most. */
export const plainTitle = (dependencies: Rendering, post: Post): string => rendered(dependencies, post) || NONE;

/** The title of an item as it is shown, with a little inline markup at most; it says of an item that it has a password. */
export const itemTitle = (dependencies: Rendering, post: Post): string =>
  post.password === '' ? plainTitle(dependencies, post) : `Protected: ${rendered(dependencies, post)}`;

const rendered = ({ renderer }: Rendering, { id, title }: Post): string => ksesData(renderer.title(title, id));
