import {
  type EndpointArgument,
  type FieldSelection,
  type ItemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../../core/index.ts';
import { type ErrorDeclarations, lazyJsonArray, publicItemSchema } from '../../../core/rest/index.ts';
import { type ContentType, isViewable } from '../../content-types/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { PostQuery } from '../query/post-query.ts';
import { addActionLinks } from './action-links.ts';
import { PostChecks } from './checks.ts';
import { collectionParams } from './collection-params.ts';
import { deleteItem } from './delete.ts';
import { PostsDependencies, type TypeScope } from './dependencies.ts';
import { idOf } from './ids.ts';
import { type CachedItems, ItemCache } from './item-cache.ts';
import { itemValues, type ShownItem } from './item-values.ts';
import { addLinks } from './links.ts';
import { listItems } from './list.ts';
import { listQuery } from './list-query.ts';
import { checkCreate, checkItem, checkList, checkUpdate, mayDelete, mayRead } from './permissions.ts';
import { loadRelated, type RelatedData } from './related-data.ts';
import { type ItemValues, resolveFields } from './resolve-fields.ts';
import { postRoutes } from './routes.ts';
import { saveRelated } from './save-related.ts';
import { postSchema } from './schema.ts';
import { schemaLinks } from './schema-links.ts';
import { createItem, updateItem } from './write.ts';
import { writeInput } from './write-input.ts';

/**
 * Answers the routes of the items of one content type: posts, pages and types of plugins. A type that differs has a
 * subclass, which overrides the step that differs: the query, what is stored, or what is shown.
 */
export class PostsController extends RestController {
  readonly dependencies: PostsDependencies;
  readonly type: ContentType;
  /** Whether a batch may hold requests to these routes. */
  readonly allowBatch: Readonly<Record<string, boolean>> | undefined = { v1: true };
  /** The errors of making an item that the OpenAPI document lists. */
  readonly createErrors: ErrorDeclarations = {};
  /** Whether editors save autosaves of its items. */
  readonly hasAutosaves: boolean = true;
  /** The context in which the answer to a deletion shows the item. */
  readonly deletedContext: string = 'edit';
  readonly scope: TypeScope;
  readonly #cache: ItemCache;
  /** What ids of items look like in paths, and what they are as arguments. */
  readonly idPattern: string = '[\\d]+';
  readonly idArg: EndpointArgument = { description: 'The id of the item.', type: 'integer' };
  #params: Record<string, EndpointArgument> | undefined;

  constructor(server: RestServer, type: ContentType) {
    super(server, type.rest_namespace, type.rest_base);
    this.dependencies = server.services.get('posts', PostsDependencies);
    this.type = type;
    const hasField = (name: string) => Object.hasOwn(this.schema.properties, name);
    this.scope = { dependencies: this.dependencies, type, server, hasField };
    this.#cache = new ItemCache(this.dependencies.preparedItems, this.scope);
  }

  registerRoutes(): void {
    for (const { path, args } of postRoutes(this)) this.server.registerRoute(this.namespace, path, args);
  }

  protected makeItemSchema(): ItemSchema {
    const schema = postSchema(this.type, this.dependencies, new PostChecks(this.dependencies, this.type));
    return this.dependencies.hooks.filter('rest_{post_type}_item_schema').for(this.type.name).call(schema);
  }

  /** The schema as OPTIONS shows it, with what links may allow. */
  describeSchema(): ItemSchema {
    return { ...publicItemSchema(this.schema), links: schemaLinks(this.scope) };
  }

  /** The arguments of the list. */
  collectionParams(): Record<string, EndpointArgument> {
    this.#params ??= collectionParams(this.scope, this.contextParam({ default: 'view' }));
    return this.#params;
  }

  mayList(request: RestRequest): boolean {
    checkList(this.scope, request);
    return true;
  }

  async mayReadItem(request: RestRequest): Promise<boolean> {
    const post = await this.load(request);
    await checkItem(this.scope, post, request);
    return this.isReadable(post, request);
  }

  async mayCreate(request: RestRequest): Promise<boolean> {
    await checkCreate(this.scope, request);
    return true;
  }

  async mayUpdate(request: RestRequest): Promise<boolean> {
    await checkUpdate(this.scope, await this.load(request), request);
    return true;
  }

  async mayDelete(request: RestRequest): Promise<boolean> {
    if (!mayDelete(this.scope, await this.load(request), request)) throw errors.rest_cannot_delete(request);
    return true;
  }

  list(request: RestRequest): Promise<RestResponse> {
    return listItems(this, request);
  }

  async read(request: RestRequest): Promise<RestResponse> {
    const post = await this.load(request);
    const response = await this.prepare(post, request);
    if (!isViewable(this.type)) return response;
    const address = await this.dependencies.permalinks.forPost(post, request.context);
    return response.linkHeader('alternate', address, { type: 'text/html' });
  }

  create(request: RestRequest): Promise<RestResponse> {
    return createItem(this, request);
  }

  async update(request: RestRequest): Promise<RestResponse> {
    return updateItem(this, await this.load(request), request);
  }

  async delete(request: RestRequest): Promise<RestResponse> {
    return deleteItem(this, await this.load(request), request);
  }

  /** Whether the user of a request may read an item. */
  isReadable(post: Post, request: RestRequest): Promise<boolean> {
    return mayRead(this.dependencies, post, request);
  }

  /** The item of an id, as paths have it; null when there is none, or it is of another type. */
  async find(wireId: unknown, { context }: RestRequest): Promise<Post | null> {
    const id = idOf(wireId);
    const post = id === 0 ? null : await this.dependencies.posts.loader(context).load(id);
    return post?.type === this.type.name ? post : null;
  }

  /** The item of a request's `id`; throws `rest_post_invalid_id` where there is none. */
  async load(request: RestRequest): Promise<Post> {
    const post = await this.find(request.getParam('id'), request);
    if (post === null) throw errors.rest_post_invalid_id();
    return post;
  }

  /** The path of an item under the namespace. */
  async pathOf({ id }: Post, _request: RestRequest): Promise<string> {
    return `${this.restBase}/${id}`;
  }

  /** The fields of an item that are made of its texts, which its revisions show too. */
  textFields(): string[] {
    return ['title', 'content', 'excerpt'].filter((name) => Object.hasOwn(this.schema.properties, name));
  }

  /** The values of such fields, for a type whose revisions show them in another way than others do. */
  revisedValues(_revision: Post, _request: RestRequest, _fields: FieldSelection): ItemValues {
    return {};
  }

  /** The query for the store that a request for a list makes. */
  queryOf(request: RestRequest): PostQuery {
    return listQuery(this.scope, this.collectionParams(), request);
  }

  /** The input for the store that a request makes; `before` is null for a new item. */
  inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    return writeInput(this.scope, request, before);
  }

  /** Stores what a request sets beside the item's own row. */
  saveRelated(post: Post, request: RestRequest, isNew: boolean): Promise<void> {
    return saveRelated(this.scope, post, request, isNew);
  }

  /** Loads the related data of items before they are prepared, in a fixed number of statements. */
  protected loadRelated(
    posts: readonly Post[],
    request: RestRequest,
    fields = this.fieldsForResponse(request),
  ): Promise<RelatedData> {
    return loadRelated(this.scope, posts, request, fields);
  }

  /** The values of an item's fields, each worked out only when it is requested. */
  protected values(item: ShownItem): ItemValues {
    return itemValues(this.scope, item);
  }

  /** Adds the links of an item. */
  protected async addLinks(
    response: RestResponse,
    post: Post,
    request: RestRequest,
    related: RelatedData,
  ): Promise<void> {
    await addLinks(this.scope, response, post, request, related);
    addActionLinks(this.scope, response, post, request);
  }

  /** The answer that shows one item, by the request's context and fields. */
  async prepare(post: Post, request: RestRequest): Promise<RestResponse> {
    const [response] = await this.#prepareItems([post], request);
    return response!;
  }

  /** The answer that shows a list of items: those that are cached are not prepared again. */
  async prepareList(posts: readonly Post[], request: RestRequest, cached?: CachedItems): Promise<RestResponse> {
    const texts = new Map(posts.map((post) => [post, cached?.get(post)]));
    const missing = posts.filter((post) => texts.get(post) === undefined);
    const prepared = await this.#prepareItems(missing, request);
    const items = prepared.map((item) => this.server.prepareForCollection(item));
    if (cached === undefined) return new RestResponse(items);
    for (const [at, post] of missing.entries()) {
      const json = JSON.stringify(items[at]);
      texts.set(post, json);
      cached.set(post, json);
    }
    return new RestResponse(lazyJsonArray(posts.map((post) => texts.get(post)!)));
  }

  /** The cached items for a list; undefined in classes that show items in another way. */
  cachedItems(request: RestRequest): CachedItems | undefined {
    if (this.constructor !== PostsController) return undefined;
    if (this.server.additionalFields.of(this.schema.title).size > 0) return undefined;
    return this.#cache.forList(request, this.fieldsForResponse(request));
  }

  /** The answers that show items; their related data is loaded first. */
  async #prepareItems(posts: readonly Post[], request: RestRequest): Promise<RestResponse[]> {
    if (posts.length === 0) return [];
    const fields = this.fieldsForResponse(request);
    // At once, so that all that belongs to the items is read together.
    const [related] = await Promise.all([
      this.loadRelated(posts, request, fields),
      this.dependencies.hooks.action('rest_post_items').promise(posts, request, fields),
    ]);
    return Promise.all(posts.map((post) => this.#prepareItem(post, related, request, fields)));
  }

  /** The answer that shows an item, made of what was loaded for it. */
  async #prepareItem(
    post: Post,
    related: RelatedData,
    request: RestRequest,
    fields = this.fieldsForResponse(request),
  ): Promise<RestResponse> {
    const data = await resolveFields(this.values({ post, request, fields, related }), fields);
    const response = await this.answerWith(data, request);
    if (fields.withLinks) await this.addLinks(response, post, request, related);
    const hook = this.dependencies.hooks.filter('rest_prepare_{post_type}').for(this.type.name);
    return hook.run(response, post, request);
  }
}
