import type { Site } from '../../core/index.ts';
import type { ContentType } from '../content-types/index.ts';
import type { Options } from '../options/index.ts';

/** The address of the archive of a content type; empty for a type without one. */
export function archiveLink(type: ContentType, site: Site, options: Options): string {
  if (type.has_archive === false) return '';
  const structure = options.get('permalink_structure', '');
  if (site.permalinks === 'plain' || structure === '') return `${site.home}/?post_type=${type.name}`;
  const slug = type.rewrite === false ? type.name : type.rewrite.slug;
  const front = structure.slice(0, Math.max(structure.indexOf('%'), 0)) || '/';
  const index = site.permalinks === 'index' ? `/${site.index}` : '';
  const archive = typeof type.has_archive === 'string' ? type.has_archive : slug;
  return `${site.home}${index}${front}${archive}${structure.endsWith('/') ? '/' : ''}`;
}
