import type { RestRequest, RestResponse } from '../../core/index.ts';
import type { TemplatesController } from './controller.ts';
import { type Template, wireId } from './template.ts';

/** Adds the links of a template: itself, its list and type, its history if it is stored, and what may be done. */
export async function addTemplateLinks(
  { server, namespace, restBase, type, kit }: TemplatesController,
  response: RestResponse,
  template: Template,
  request: RestRequest,
): Promise<void> {
  const { brand } = server.site;
  const url = (path: string) => server.restUrl(path, request.context);
  const self = url(`${namespace}/${restBase}/${wireId(template)}`);
  response.addLink('self', self);
  response.addLink('collection', url(`${namespace}/${restBase}`));
  response.addLink('about', url(`${brand.namespace}/types/${type.name}`));
  if (template.post !== null) {
    await kit.hooks.action('rest_post_links').run(response, template.post, request, server);
  }
  const { user } = request;
  if (user.can(type.cap.publish_posts!)) response.addLink(brand.relation('action-publish'), self);
  if (user.can('unfiltered_html')) response.addLink(brand.relation('action-unfiltered-html'), self);
}
