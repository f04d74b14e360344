import type { PluginHooks, RestRequest, RestResponse, RestServer } from '../../core/index.ts';
import type { ContentType } from '../content-types/index.ts';
import { type Template, wireId } from './template.ts';

/** The content type that a controller of templates serves, and where. */
export interface TemplateScope {
  readonly server: RestServer;
  readonly type: ContentType;
  readonly dependencies: { readonly hooks: PluginHooks };
}

/**
 * Adds the links of a template: itself, its list and type, its revisions if it is stored, and the actions that the user
 * may take.
 */
export async function addTemplateLinks(
  { server, type, dependencies }: TemplateScope,
  response: RestResponse,
  template: Template,
  request: RestRequest,
): Promise<void> {
  const { brand } = server.site;
  const url = (path: string) => server.restUrl(path, request.context);
  const self = url(`${type.rest_namespace}/${type.rest_base}/${wireId(template)}`);
  response.addLink('self', self);
  response.addLink('collection', url(`${type.rest_namespace}/${type.rest_base}`));
  response.addLink('about', url(`${brand.namespace}/types/${type.name}`));
  if (template.post !== null) {
    await dependencies.hooks.action('rest_post_links').promise(response, template.post, request, server);
  }
  const { user } = request;
  if (user.can(type.cap.publish_posts!)) response.addLink(brand.relation('action-publish'), self);
  if (user.can('unfiltered_html')) response.addLink(brand.relation('action-unfiltered-html'), self);
}
