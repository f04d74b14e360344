import type { RestRequest, RestResponse } from '../../../core/index.ts';
import type { Post } from '../post.ts';
import type { TypeScope } from './dependencies.ts';
import { itemUrl } from './links.ts';

/** Adds a link for each action that the user of a request may do with an item; in the edit context alone. */
export function addActionLinks(
  scope: TypeScope<'taxonomies'>,
  response: RestResponse,
  post: Post,
  request: RestRequest,
): void {
  if (request.getParam('context') !== 'edit') return;
  const { brand } = scope.server.site;
  const href = itemUrl(scope, post.id, request);
  for (const action of allowedActions(scope, request)) response.addLink(brand.relation(`action-${action}`), href);
}

function allowedActions({ type, dependencies }: TypeScope<'taxonomies'>, { user }: RestRequest): string[] {
  const can = (capability: string) => user.can(type.cap[capability]!);
  const actions: string[] = [];
  if (type.name !== 'attachment' && can('publish_posts')) actions.push('publish');
  if (user.can('unfiltered_html')) actions.push('unfiltered-html');
  if (type.name === 'post' && can('edit_others_posts') && can('publish_posts')) actions.push('sticky');
  if (type.supports.has('author') && can('edit_others_posts')) actions.push('assign-author');
  for (const { show_in_rest, hierarchical, cap, rest_base } of dependencies.taxonomies.ofType(type.name)) {
    if (!show_in_rest) continue;
    if (user.can(hierarchical ? cap.edit_terms : cap.assign_terms)) actions.push(`create-${rest_base}`);
    if (user.can(cap.assign_terms)) actions.push(`assign-${rest_base}`);
  }
  return actions;
}
