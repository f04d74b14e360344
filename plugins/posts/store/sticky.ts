import type { Options } from '../../options/index.ts';
import type { PostStoreDependencies } from './dependencies.ts';

type StickyDependencies = Pick<PostStoreDependencies, 'database' | 'hooks' | 'options'>;

const OPTION = 'sticky_posts';

/** The ids of the sticky posts. */
export function stickyIds(options: Options): number[] {
  const stored = options.get<unknown>(OPTION, []);
  const list = typeof stored === 'object' && stored !== null ? Object.values(stored) : [];
  return [...new Set(list.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Makes a post sticky or not, within the transaction that is open: of several at once none is lost. */
export async function setSticky(
  id: number,
  sticky: boolean,
  { database, options, hooks }: StickyDependencies,
): Promise<void> {
  if (stickyIds(options).includes(id) === sticky) return;
  await database.lock(OPTION);
  const ids = stickyIds(options);
  if (ids.includes(id) === sticky) return;
  await options.set(OPTION, sticky ? [...ids, id] : ids.filter((other) => other !== id));
  await hooks.action(sticky ? 'post_stuck' : 'post_unstuck').promise(id);
}
