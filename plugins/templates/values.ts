import type { FieldSelection } from '../../core/index.ts';
import { toWireDate } from '../../core/site/index.ts';
import { stripAllTags } from '../../core/text/index.ts';
import { hasBlocks } from '../content-rendering/index.ts';
import type { ItemValues } from '../posts/index.ts';
import { type Template, wireId } from './template.ts';
import type { TemplatesDependencies } from './template-store.ts';

/**
 * The values of a template's fields, each worked out only when it is requested. `type` is the name of its content type.
 */
export function templateValues(
  template: Template,
  type: string,
  fields: FieldSelection,
  { posts, themes }: Pick<TemplatesDependencies, 'posts' | 'themes'>,
): ItemValues {
  const { post, title, content } = template;
  const original = originalSource(template);
  return {
    id: () => wireId(template),
    theme: () => template.theme,
    content: () => ({
      ...(fields.has('content.raw') ? { raw: content } : {}),
      ...(fields.has('content.block_version') ? { block_version: hasBlocks(content) ? 1 : 0 } : {}),
    }),
    slug: () => template.slug,
    source: () => (post === null ? 'theme' : 'custom'),
    origin: () => template.origin || null,
    type: () => type,
    description: () => template.description,
    title: () => ({
      ...(fields.has('title.raw') ? { raw: title } : {}),
      ...(fields.has('title.rendered') ? { rendered: posts.renderer.title(title, post?.id ?? 0) } : {}),
    }),
    status: () => post?.status ?? 'publish',
    wp_id: () => post?.id ?? 0,
    has_theme_file: () => template.hasFile,
    is_custom: () => template.isCustom,
    area: () => template.area,
    author: () => post?.author ?? 0,
    modified: () => (post === null ? null : toWireDate(post.modified)),
    original_source: () => original,
    async author_text() {
      if (original === 'user') return (await posts.users.byId(post!.author))?.displayName ?? '';
      if (original === 'site') return stripAllTags(String(posts.options.get('blogname', '')));
      return themes.get(template.theme)?.name ?? template.theme;
    },
  };
}

/** The origin of a template, even when users have changed it since. */
function originalSource({ post, origin, hasFile }: Template): 'theme' | 'site' | 'user' {
  if (post === null || origin === 'theme' || hasFile) return 'theme';
  return post.author === 0 ? 'site' : 'user';
}
