import type { RestRequest } from '../../core/index.ts';
import type { Post, PostInput } from '../posts/index.ts';
import { areaOf } from './known-templates.ts';
import type { TemplateStore } from './template-store.ts';

/**
 * The input that a request stores for a template. For fields that the request leaves out, those of the theme's file are
 * stored.
 */
export async function templateInput(
  templates: TemplateStore,
  request: RestRequest,
  given: PostInput,
  before: Post | null,
): Promise<PostInput> {
  const { name = '', ...input } = given;
  const description = request.getParam('description');
  const excerpt = typeof description === 'string' ? { excerpt: description } : {};
  if (before !== null) return { ...input, ...excerpt };
  const file = await templates.file(request.getParam('id'));
  const slug = file?.slug ?? (await templates.freeSlug(name, themeOf(templates, request)));
  const asInFile = file === null ? {} : { title: file.title, content: file.content, excerpt: file.description };
  const all = { status: 'publish', ...asInFile, ...input, ...excerpt };
  return { ...all, title: all.title || slug, name: slug };
}

/** Stores which theme a template is for, in which area a part stands, and that it was made from a file. */
export async function classifyTemplate(
  templates: TemplateStore,
  post: Post,
  request: RestRequest,
  isNew: boolean,
): Promise<void> {
  const { meta } = templates.dependencies.posts;
  const file = isNew ? await templates.file(request.getParam('id')) : null;
  if (isNew) await templates.classify(post.id, 'theme', file?.theme ?? themeOf(templates, request));
  if (file !== null) await meta.set('post', post.id, 'origin', 'theme');
  const area = request.getParam('area');
  if (templates.kind === 'template_part' && (isNew || area !== null)) {
    await templates.classify(post.id, 'area', areaOf(area ?? file?.area));
  }
  if (templates.kind === 'template' && request.getParam('is_wp_suggestion') === true) {
    await meta.set('post', post.id, 'is_wp_suggestion', '1');
  }
}

/** The theme that a request names, or the active one. */
function themeOf({ dependencies }: TemplateStore, request: RestRequest): string {
  const { stylesheet } =
    dependencies.themes.get(String(request.getParam('theme') ?? '')) ?? dependencies.themes.active();
  return stylesheet;
}
