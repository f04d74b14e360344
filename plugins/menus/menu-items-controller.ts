import type { EndpointArgument, ItemSchema, RestRequest, RestResponse, RestServer } from '../../core/index.ts';
import type { ContentType } from '../content-types/index.ts';
import {
  type ItemValues,
  type Post,
  type PostInput,
  PostsController,
  type RelatedData,
  type ShownItem,
} from '../posts/index.ts';
import { TermLinks } from '../terms/index.ts';
import { MenuItemRequests } from './menu-item-request.ts';
import { menuItemSchema } from './menu-item-schema.ts';
import { menuItemValues } from './menu-item-values.ts';
import type { NavMenuItem } from './nav-menu-item.ts';
import { NavMenuItems } from './nav-menu-items.ts';
import { checkMayView } from './permissions.ts';

/** What belongs to items of menus: what belongs to any item, and what they lead to. */
interface RelatedToMenuItems extends RelatedData {
  readonly menuItems: ReadonlyMap<number, NavMenuItem>;
}

/** Answers `/menu-items`: items of a content type whose fields say what the link of a menu leads to. */
export class MenuItemsController extends PostsController {
  override readonly deletedContext = 'view';
  readonly #items: NavMenuItems;
  readonly #termLinks: TermLinks;
  readonly #requests: MenuItemRequests;
  #params: Record<string, EndpointArgument> | undefined;

  constructor(server: RestServer, type: ContentType) {
    super(server, type);
    this.#termLinks = server.services.get('menus', TermLinks);
    this.#items = new NavMenuItems({ ...this.dependencies, site: server.site, termLinks: this.#termLinks });
    this.#requests = new MenuItemRequests(this.dependencies, this.#items);
  }

  protected override makeItemSchema(): ItemSchema {
    const { hooks, metaFields, statuses, taxonomies } = this.dependencies;
    const schema = menuItemSchema({
      statuses: statuses
        .all()
        .filter((status) => !status.internal)
        .map(({ name }) => name),
      taxonomies: taxonomies.ofType(this.type.name).filter((taxonomy) => taxonomy.show_in_rest),
      meta: metaFields.metaSchema('post', this.type.name),
    });
    return hooks.filter('rest_{post_type}_item_schema').for(this.type.name).call(schema);
  }

  override describeSchema(): ItemSchema {
    const schema = super.describeSchema();
    const link = {
      rel: this.server.site.brand.relation('menu-item-object'),
      title: 'What the item leads to.',
      href: this.server.restUrl(`${this.namespace}/${this.restBase}/{id}`),
      targetSchema: { type: 'object', properties: { object: { type: 'integer' } } },
    };
    return { ...schema, links: [...(schema.links ?? []), link] };
  }

  override collectionParams(): Record<string, EndpointArgument> {
    if (this.#params !== undefined) return this.#params;
    const { order, orderby, per_page, ...params } = super.collectionParams();
    const orders = (orderby?.enum ?? []).filter((name) => name !== 'menu_order');
    this.#params = {
      ...params,
      per_page: { ...per_page, default: 100 },
      menu_order: { description: 'Items with this place in their menu.', type: 'integer' },
      order: { ...order, default: 'asc' },
      orderby: { ...orderby, default: 'menu_order', enum: [...orders, 'menu_order'] },
    };
    return this.#params;
  }

  override mayList(request: RestRequest): boolean {
    const verdict = super.mayList(request);
    checkMayView(request, this.dependencies.types);
    return verdict;
  }

  override async mayReadItem(request: RestRequest): Promise<boolean> {
    if (!(await super.mayReadItem(request))) return false;
    checkMayView(request, this.dependencies.types);
    return true;
  }

  override inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    return this.#requests.postInput(request, before);
  }

  override async saveRelated(post: Post, request: RestRequest, isNew: boolean): Promise<void> {
    await this.#requests.complete(post, request);
    await super.saveRelated(post, request, isNew);
  }

  protected override async loadRelated(
    posts: readonly Post[],
    request: RestRequest,
    fields = this.fieldsForResponse(request),
  ): Promise<RelatedToMenuItems> {
    const [related, menuItems] = await Promise.all([
      super.loadRelated(posts, request, fields),
      this.#items.setUp(posts, request),
    ]);
    return { ...related, menuItems };
  }

  protected override values(item: ShownItem): ItemValues {
    const menuItem = itemIn(item.related, item.post);
    return menuItem === undefined ? {} : menuItemValues(super.values(item), menuItem, item, this.dependencies);
  }

  protected override async addLinks(
    response: RestResponse,
    post: Post,
    request: RestRequest,
    related: RelatedData,
  ): Promise<void> {
    await super.addLinks(response, post, request, related);
    const original = itemIn(related, post)?.original;
    if (original === undefined) return;
    const [route, attributes] =
      'post' in original
        ? [this.dependencies.permalinks.route(original.post), { post_type: original.post.type }]
        : [this.#termLinks.route(original.term), { taxonomy: original.term.taxonomy }];
    if (route === '') return;
    const href = this.server.restUrl(route, request.context);
    const relation = this.server.site.brand.relation('menu-item-object');
    response.addLink(relation, href, { ...attributes, embeddable: true });
  }
}

const itemIn = (related: RelatedData, { id }: Post): NavMenuItem | undefined =>
  (related as RelatedToMenuItems).menuItems.get(id);
