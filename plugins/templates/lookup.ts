import type { RestRequest } from '../../core/index.ts';
import type { TemplatesController } from './controller.ts';
import { templateHierarchy } from './hierarchy.ts';
import type { Template } from './template.ts';

/** The template that would show what a request's `slug` stands for: the most particular one that there is. */
export async function findFor(
  { templates, kit }: TemplatesController,
  request: RestRequest,
): Promise<Template | undefined> {
  const hierarchy = templateHierarchy(
    String(request.getParam('slug')),
    request.getParam('is_custom') === true,
    String(request.getParam('template_prefix') ?? ''),
    {
      types: kit.types.all().map(({ name }) => name),
      taxonomies: kit.taxonomies.all().map(({ name }) => name),
    },
  );
  const ignoresEmpty = request.getParam('ignore_empty') === true;
  const known = (await templates.all(request.context)).filter(({ content }) => !ignoresEmpty || content !== '');
  for (const slug of hierarchy) {
    const found = known.find((template) => template.slug === slug);
    if (found !== undefined) return found;
  }
  return undefined;
}
