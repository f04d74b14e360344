import { addQueryArgs, type RestRequest, type RestResponse } from '../../../core/index.ts';
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
export async function addLinks(
  scope: TypeScope,
  response: RestResponse,
  post: Post,
  request: RestRequest,
): Promise<void> {
  const { kit, type, server } = scope;
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
  await kit.hooks.action('rest_post_links').promise(response, post, request, server);
  if (type.hierarchical && post.parent !== 0) {
    const parent = await kit.posts.loader(request.context).load(post.parent);
    const route = parent === null ? '' : kit.permalinks.route(parent);
    if (route !== '') response.addLink('up', url(route), { embeddable: true });
  }
  await addFileLinks(scope, response, post, request);
  addTermLinks(scope, response, post, request);
}

async function addFileLinks(
  { kit, type, server }: TypeScope,
  response: RestResponse,
  post: Post,
  request: RestRequest,
): Promise<void> {
  const attachment = kit.types.get('attachment');
  const files = attachment === undefined ? '' : kit.types.itemsRoute(attachment);
  if (files === '') return;
  const { brand } = server.site;
  const image = await featuredMedia(post, kit, request);
  if (image !== 0) {
    const href = server.restUrl(`${files}/${image}`, request.context);
    response.addLink(brand.relation('featuredmedia'), href, { embeddable: true });
  }
  if (WITHOUT_FILES.has(type.name)) return;
  const list = addQueryArgs(server.restUrl(files, request.context), { parent: post.id });
  response.addLink(brand.relation('attachment'), list);
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
