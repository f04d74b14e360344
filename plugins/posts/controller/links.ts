import { addQueryArgs, type RestRequest, type RestResponse } from '../../../core/index.ts';
import type { Post } from '../post.ts';
import type { TypeScope } from './dependencies.ts';
import { featuredMedia } from './item-meta.ts';
import type { RelatedData } from './related-data.ts';

/** Types whose items have an author, comments and the like whatever they support. */
const ALWAYS: ReadonlySet<string> = new Set(['post', 'page']);
/** Types whose items have no files of their own. */
const WITHOUT_FILES: ReadonlySet<string> = new Set(['attachment', 'nav_menu_item', 'revision']);

/** The address of the route of an item. */
export const itemUrl = ({ server, type }: TypeScope<never>, id: number, { context }: RestRequest): string =>
  server.restUrl(`${type.rest_namespace}/${type.rest_base}/${id}`, context);

/** Adds the links of an item: itself, its list and type, and what belongs to it. */
export async function addLinks(
  scope: TypeScope<'hooks' | 'permalinks' | 'taxonomies' | 'types'>,
  response: RestResponse,
  post: Post,
  request: RestRequest,
  related: RelatedData,
): Promise<void> {
  addOwnLinks(scope, response, post, request);
  await scope.dependencies.hooks.action('rest_post_links').promise(response, post, request, scope.server);
  const parent = related.parents.get(post.parent);
  if (parent !== undefined) addParentLink(scope, response, parent, request);
  const meta = related.meta.get(post.id);
  addFileLinks(scope, response, post, meta === undefined ? 0 : featuredMedia(meta), request);
  addTermLinks(scope, response, post, request);
}

function addOwnLinks(scope: TypeScope<never>, response: RestResponse, post: Post, request: RestRequest): void {
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
  { dependencies, server }: TypeScope<'permalinks'>,
  response: RestResponse,
  parent: Post,
  { context }: RestRequest,
): void {
  const route = dependencies.permalinks.route(parent);
  if (route !== '') response.addLink('up', server.restUrl(route, context), { embeddable: true });
}

function addFileLinks(
  { dependencies, type, server }: TypeScope<'types'>,
  response: RestResponse,
  post: Post,
  image: number,
  request: RestRequest,
): void {
  const attachment = dependencies.types.get('attachment');
  const files = attachment === undefined ? '' : dependencies.types.itemsRoute(attachment);
  if (files === '') return;
  const { brand } = server.site;
  if (image !== 0) {
    const href = server.restUrl(`${files}/${image}`, request.context);
    response.addLink(brand.relation('featuredmedia'), href, { embeddable: true });
  }
  if (WITHOUT_FILES.has(type.name)) return;
  const list = addQueryArgs(server.restUrl(files, request.context), { parent: post.id });
  response.addLink(brand.relation('attachment'), list);
}

function addTermLinks(
  { dependencies, type, server }: TypeScope<'taxonomies'>,
  response: RestResponse,
  post: Post,
  request: RestRequest,
): void {
  for (const taxonomy of dependencies.taxonomies.ofType(type.name)) {
    const route = dependencies.taxonomies.itemsRoute(taxonomy);
    if (route === '') continue;
    const href = addQueryArgs(server.restUrl(route, request.context), { post: post.id });
    response.addLink(server.site.brand.relation('term'), href, { taxonomy: taxonomy.name, embeddable: true });
  }
}
