import {
  addQueryArgs,
  type MaybePromise,
  type RestRequest,
  type RestResponse,
  whenReady,
} from '../../../core/index.ts';
import type { Post } from '../post.ts';
import { featuredMedia } from './item-values.ts';
import type { TypeScope } from './kit.ts';

/** Types whose items have an author, comments and the like whatever they support. */
const ALWAYS: ReadonlySet<string> = new Set(['post', 'page']);
/** Types whose items have no files of their own. */
const WITHOUT_FILES: ReadonlySet<string> = new Set(['attachment', 'nav_menu_item', 'revision']);

/** The address of the route of an item. */
export const itemUrl = ({ server, type }: TypeScope, id: number, { context }: RestRequest): string =>
  server.restUrl(`${type.rest_namespace}/${type.rest_base}/${id}`, context);

/** Adds the links of an item: itself, its list and type, and what belongs to it. */
export function addLinks(
  scope: TypeScope,
  response: RestResponse,
  post: Post,
  request: RestRequest,
): MaybePromise<void> {
  addOwnLinks(scope, response, post, request);
  const told = scope.kit.hooks.action('rest_post_links').run(response, post, request, scope.server);
  const linked = whenReady(told, () => addParentLink(scope, response, post, request));
  const withFiles = whenReady(linked, () => addFileLinks(scope, response, post, request));
  return whenReady(withFiles, () => addTermLinks(scope, response, post, request));
}

function addOwnLinks(scope: TypeScope, response: RestResponse, post: Post, request: RestRequest): void {
  const { type, server } = scope;
  const { brand } = server.site;
  const url = (path: string) => server.restUrl(path, request.context);
  const has = (feature: string) => ALWAYS.has(type.name) || type.supports.has(feature);
  const comments = `${brand.namespace}/comments`;

  response.addLink('self', itemUrl(scope, post.id, request));
  response.addLink('collection', url(`${type.rest_namespace}/${type.rest_base}`));
  response.addLink('about', url(`${brand.namespace}/types/${type.name}`));
  if (has('author') && post.author !== 0) {
    response.addLink('author', url(`${brand.namespace}/users/${post.author}`), { embeddable: true });
  }
  if (has('comments')) {
    response.addLink('replies', addQueryArgs(url(comments), { post: post.id }), { embeddable: true });
  }
}

function addParentLink(
  { kit, type, server }: TypeScope,
  response: RestResponse,
  post: Post,
  { context }: RestRequest,
): MaybePromise<void> {
  if (!type.hierarchical || post.parent === 0) return;
  return whenReady(kit.posts.loader(context).get(post.parent), (parent) => {
    const route = parent === null ? '' : kit.permalinks.route(parent);
    if (route !== '') response.addLink('up', server.restUrl(route, context), { embeddable: true });
  });
}

function addFileLinks(
  { kit, type, server }: TypeScope,
  response: RestResponse,
  post: Post,
  request: RestRequest,
): MaybePromise<void> {
  const attachment = kit.types.get('attachment');
  const files = attachment === undefined ? '' : kit.types.itemsRoute(attachment);
  if (files === '') return;
  const { brand } = server.site;
  return whenReady(featuredMedia(post, kit, request), (image) => {
    if (image !== 0) {
      const href = server.restUrl(`${files}/${image}`, request.context);
      response.addLink(brand.relation('featuredmedia'), href, { embeddable: true });
    }
    if (WITHOUT_FILES.has(type.name)) return;
    const list = addQueryArgs(server.restUrl(files, request.context), { parent: post.id });
    response.addLink(brand.relation('attachment'), list);
  });
}

function addTermLinks(
  { kit, type, server }: TypeScope,
  response: RestResponse,
  post: Post,
  request: RestRequest,
): void {
  for (const taxonomy of kit.taxonomies.ofType(type.name)) {
    const route = kit.taxonomies.itemsRoute(taxonomy);
    if (route === '') continue;
    const href = addQueryArgs(server.restUrl(route, request.context), { post: post.id });
    response.addLink(server.site.brand.relation('term'), href, { taxonomy: taxonomy.name, embeddable: true });
  }
}
