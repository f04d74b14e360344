import type { Site } from '../../core/index.ts';
import { trimAscii } from '../../core/text/index.ts';
import type { Options } from '../options/index.ts';
import type { User } from './user.ts';

/** The address of the page that lists what a user published. */
export function userLink(user: Pick<User, 'id' | 'nicename'>, site: Site, options: Options): string {
  const structure = options.get('permalink_structure', '');
  if (site.permalinks === 'plain' || structure === '') return `${site.home}/?author=${user.id}`;
  const before = structure.slice(0, Math.max(0, structure.indexOf('%')));
  const front = `/${trimAscii(before, '/')}/`.replace('//', '/');
  const index = site.permalinks === 'index' && !front.startsWith(`/${site.index}/`) ? `/${site.index}` : '';
  return `${site.home}${index}${front}author/${user.nicename}${structure.endsWith('/') ? '/' : ''}`;
}
