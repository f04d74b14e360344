import type { Post } from '../posts/index.ts';
import type { PreloadPath } from '../preloading/index.ts';
import type { EditorDependencies } from './dependencies.ts';

/** What the editor reads of the index, in the order in which its packages write it. */
const SITE_FIELDS = [
  'description',
  'gmt_offset',
  'home',
  'image_max_bit_depth',
  'image_sizes',
  'image_size_threshold',
  'image_strip_meta',
  'name',
  'site_icon',
  'site_icon_url',
  'site_logo',
  'timezone_string',
  'url',
  'page_for_posts',
  'page_on_front',
  'show_on_front',
];

/** The requests that the editor makes before it shows an item, as its packages write them. */
export function preloadPaths(post: Post, { brand, types }: Pick<EditorDependencies, 'brand' | 'types'>): PreloadPath[] {
  const base = `/${brand.namespace}`;
  const item = `${types.itemsRoute(types.get(post.type)!)}/${post.id}`;
  const described = ['/settings', '/media', '/pages', '/blocks', '/templates'];
  return [
    `/?_fields=${SITE_FIELDS.join(',')}`,
    `${base}/types?context=view`,
    `${base}/types/${post.type}?context=edit`,
    `${base}/taxonomies?context=view`,
    `${base}/users/me`,
    `${base}/settings`,
    `${base}/themes?context=edit&status=active`,
    `${item}?context=edit`,
    `${item}/autosaves?context=edit`,
    ...described.map((path): PreloadPath => [`${base}${path}`, 'OPTIONS']),
  ];
}
