import {
  allReady,
  attempt,
  type EndpointArgument,
  type ErrorDeclarations,
  type FieldSelection,
  type ItemSchema,
  type MaybePromise,
  publicItemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  whenReady,
} from '../../../core/index.ts';
import { type ContentType, isViewable } from '../../content-types/index.ts';
import { postErrors as errors } from '../errors.ts';
import type { Post } from '../post.ts';
import type { PostInput } from '../post-input.ts';
import type { PostQuery } from '../query/post-query.ts';
import { addActionLinks } from './action-links.ts';
import { PostChecks } from './checks.ts';
import { collectionParams } from './collection-params.ts';
import { deleteItem } from './delete.ts';
import { fillItems } from './fill.ts';
import { idOf } from './ids.ts';
import { type ItemValues, itemValues } from './item-values.ts';
import { type ItemWriter, KeptItems } from './kept-items.ts';
import { PostsKit, type TypeScope } from './kit.ts';
import { addLinks } from './links.ts';
import { listItems } from './list.ts';
import { listQuery } from './list-query.ts';
import { checkCreate, checkItem, checkList, checkUpdate, mayDelete, mayRead } from './permissions.ts';
import { postRoutes } from './routes.ts';
import { postSchema } from './schema.ts';
import { schemaLinks } from './schema-links.ts';
import { wantedValues } from './wanted-values.ts';
import { createItem, updateItem } from './write.ts';
import { writeInput } from './write-input.ts';
import { writeMore } from './write-more.ts';

/**
 * Answers the routes of the items of one content type: posts, pages and types of plugins. A type with needs of its
 * own has a subclass, and overrides the step that differs: what is asked, what is stored, what is shown.
 */
export class PostsController extends RestController {
  readonly kit: PostsKit;
  readonly type: ContentType;
  /** Whether a batch may hold requests to these routes. */
  readonly allowBatch: Readonly<Record<string, boolean>> | undefined = { v1: true };
  /** Errors of making an item that documents tell of. */
  readonly createErrors: ErrorDeclarations = {};
  /** Whether its items are edited as texts are, with copies that are saved unasked. */
  readonly hasAutosaves: boolean = true;
  readonly scope: TypeScope;
  /** What ids of items look like in paths, and what they are as arguments. */
  readonly idPattern: string = '[\\d]+';
  readonly idArg: EndpointArgument = { description: 'The id of the item.', type: 'integer' };
  readonly #kept: KeptItems;
  #params: Record<string, EndpointArgument> | undefined;

  constructor(server: RestServer, type: ContentType) {
    super(server, type.rest_namespace, type.rest_base);
    this.kit = server.services.get('posts', PostsKit);
    this.type = type;
    const hasField = (name: string) => Object.hasOwn(this.schema.properties, name);
    this.scope = { kit: this.kit, type, server, hasField };
    this.#kept = new KeptItems(this.scope);
  }

  registerRoutes(): void {
    for (const { path, args } of postRoutes(this)) this.server.registerRoute(this.namespace, path, args);
  }

  protected makeItemSchema(): ItemSchema {
    const schema = postSchema(this.type, this.kit, new PostChecks(this.kit, this.type));
    return this.kit.hooks.filter('rest_{post_type}_item_schema').for(this.type.name).call(schema);
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

  mayList(request: RestRequest): MaybePromise<boolean> {
    checkList(this.scope, request);
    return true;
  }

  async mayReadItem(request: RestRequest): Promise<boolean> {
    const post = await this.load(request);
    checkItem(this.scope, post, request);
    return this.isReadable(post, request);
  }

  mayCreate(request: RestRequest): MaybePromise<boolean> {
    return whenReady(checkCreate(this.scope, request), () => true);
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
    const address = await this.kit.permalinks.forPost(post, request.context);
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

  /** Whether whoever asks may read an item. */
  isReadable(post: Post, request: RestRequest): MaybePromise<boolean> {
    return mayRead(this.kit, post, request);
  }

  /** The item of an id, as paths have it; null for none, or one of another type. */
  async find(wireId: unknown, { context }: RestRequest): Promise<Post | null> {
    const id = idOf(wireId);
    const post = id === 0 ? null : await this.kit.posts.loader(context).load(id);
    return post?.type === this.type.name ? post : null;
  }

  /** The item of a request's `id`; throws `rest_post_invalid_id` where there is none. */
  async load(request: RestRequest): Promise<Post> {
    const post = await this.find(request.getParam('id'), request);
    if (post === null) throw errors.rest_post_invalid_id();
    return post;
  }

  /** The path of an item under the namespace. */
  pathOf({ id }: Post, _request: RestRequest): MaybePromise<string> {
    return `${this.restBase}/${id}`;
  }

  /** The fields of an item that are made of its texts, which its revisions show too. */
  textFields(): string[] {
    return ['title', 'content', 'excerpt'].filter((name) => Object.hasOwn(this.schema.properties, name));
  }

  /** The values of such fields, for a revision that shows them in another way than revisions do. */
  revisedValues(_revision: Post, _request: RestRequest, _fields: FieldSelection): ItemValues {
    return {};
  }

  /** What a request for a list asks of the store. */
  queryOf(request: RestRequest): PostQuery {
    return listQuery(this.scope, this.collectionParams(), request);
  }

  /** What a request makes or changes of an item; `before` is null for a new one. */
  inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    return writeInput(this.scope, request, before);
  }

  /** Stores what a request sets beside the item's own row. */
  writeMore(post: Post, request: RestRequest, isNew: boolean): Promise<void> {
    return writeMore(this.scope, post, request, isNew);
  }

  /** The values of an item's fields, each worked out when it is wanted. */
  values(post: Post, request: RestRequest, fields: FieldSelection): ItemValues {
    return itemValues(this.scope, post, request, fields);
  }

  /** Adds the links of an item, while its values are being worked out. */
  addLinks(response: RestResponse, post: Post, request: RestRequest): MaybePromise<void> {
    return whenReady(addLinks(this.scope, response, post, request), () =>
      addActionLinks(this.scope, response, post, request),
    );
  }

  /**
   * The answer that shows an item, by the request's context and fields: at once when all it needs is at hand. It is
   * made of `response`, whose data and links are empty.
   */
  prepare(
    post: Post,
    request: RestRequest,
    response = new RestResponse(),
    fields = this.fieldsForResponse(request),
  ): MaybePromise<RestResponse> {
    const isLinked = fields.has('_links') || fields.has('_embedded');
    // Both at once, so that what either reads of many items comes in as few statements as can be.
    const values = wantedValues(this.values(post, request, fields), fields);
    const linked = isLinked ? attempt(() => this.addLinks(response, post, request)) : undefined;
    const complete = whenReady(allReady([values, linked]), () => values);
    const whole = whenReady(complete, (data) => this.addAdditionalFields(data, request));
    return whenReady(whole, (data) => {
      response.data = this.filterByContext(data, String(request.getParam('context') ?? 'view'));
      return this.kit.hooks.filter('rest_prepare_{post_type}').for(this.type.name).run(response, post, request);
    });
  }

  /**
   * What writes items of a request as JSON, and keeps what it wrote; undefined where they have to be made anew, as in
   * classes that show them in another way.
   */
  writer(request: RestRequest): ItemWriter | undefined {
    if (this.constructor !== PostsController) return undefined;
    if (this.server.additionalFields.of(this.schema.title).size > 0) return undefined;
    // Asked once for all items: the same taps would be asked the same of each.
    const fields = this.fieldsForResponse(request);
    return this.#kept.writer(request, fields, (post, response) => this.prepare(post, request, response, fields));
  }

  /** Reads what items are shown with, so that each of them finds it at hand. */
  async fill(posts: readonly Post[], request: RestRequest): Promise<void> {
    await fillItems(this.scope, posts, request, this.fieldsForResponse(request));
  }
}
