import type { RestRequest } from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Taxonomies } from '../taxonomies/index.ts';
import { templateHierarchy } from './hierarchy.ts';
import type { Template } from './template.ts';
import type { TemplateStore } from './template-store.ts';

/** The services that a template is looked up with. */
export interface LookupDependencies {
  readonly types: ContentTypes;
  readonly taxonomies: Taxonomies;
}

/** The template that would show what a request's `slug` stands for: the most specific one that exists. */
export async function findFor(
  templates: TemplateStore,
  { types, taxonomies }: LookupDependencies,
  request: RestRequest,
): Promise<Template | undefined> {
  const hierarchy = templateHierarchy(
    String(request.getParam('slug')),
    request.getParam('is_custom') === true,
    String(request.getParam('template_prefix') ?? ''),
    {
      types: types.all().map(({ name }) => name),
      taxonomies: taxonomies.all().map(({ name }) => name),
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
