import type { PluginHooks } from '../../../core/index.ts';
import type { Options } from '../../options/index.ts';

const OPTION = 'sticky_posts';

/** The ids of the sticky posts. */
export function stickyIds(options: Options): number[] {
  const stored = options.get<unknown>(OPTION, []);
  const list = typeof stored === 'object' && stored !== null ? Object.values(stored) : [];
  return [...new Set(list.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Makes a post sticky or not. */
export async function setSticky(id: number, sticky: boolean, options: Options, hooks: PluginHooks): Promise<void> {
  const ids = stickyIds(options);
  if (ids.includes(id) === sticky) return;
  await options.set(OPTION, sticky ? [...ids, id] : ids.filter((other) => other !== id));
  await hooks.action(sticky ? 'post_stuck' : 'post_unstuck').promise(id);
}
