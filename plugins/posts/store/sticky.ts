import type { Options } from '../../options/index.ts';
import type { PostStoreDependencies } from './dependencies.ts';

type StickyDependencies = Pick<PostStoreDependencies, 'hooks' | 'options'>;

const OPTION = 'sticky_posts';

/** The ids of the sticky posts. */
export const stickyIds = (options: Options): number[] => idsOf(options.get(OPTION));

function idsOf(stored: unknown): number[] {
  const list = typeof stored === 'object' && stored !== null ? Object.values(stored) : [];
  return [...new Set(list.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Makes a post sticky or not, within the transaction that is open: of several at once none is lost. */
export async function setSticky(id: number, sticky: boolean, { options, hooks }: StickyDependencies): Promise<void> {
  let isChanged = false;
  await options.change(OPTION, (stored) => {
    const ids = idsOf(stored);
    isChanged = ids.includes(id) !== sticky;
    if (!isChanged) return stored;
    return sticky ? [...ids, id] : ids.filter((other) => other !== id);
  });
  if (isChanged) await hooks.action(sticky ? 'post_stuck' : 'post_unstuck').promise(id);
}
