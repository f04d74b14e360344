import { addQueryArgs } from '../../core/index.ts';
import type { BlockDependencies } from './dependencies.ts';

/**
 * The address of the archive of a year, a month or a day, by the site's permalinks: `/2026/03/`. `period` is the
 * beginning of a stored date, `2026-03`.
 */
export function archiveLink({ site, options }: Pick<BlockDependencies, 'options' | 'site'>, period: string): string {
  const structure = String(options.get('permalink_structure', ''));
  const parts = period.split('-');
  if (site.permalinks === 'plain' || structure === '') return addQueryArgs(`${site.home}/`, { m: parts.join('') });
  const index = site.permalinks === 'index' ? `/${site.index}` : '';
  // Addresses of items that begin with a number would be taken for years.
  const front = `${frontOf(structure)}${structure.includes('%post_id%') ? 'date/' : ''}`;
  return `${site.home}${index}${front}${parts.join('/')}${structure.endsWith('/') ? '/' : ''}`;
}

/** What stands before the first tag of a structure. */
const frontOf = (structure: string): string => structure.slice(0, Math.max(structure.indexOf('%'), 0)) || '/';
