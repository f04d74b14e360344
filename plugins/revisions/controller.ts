import {
  type EndpointArgument,
  type ItemSchema,
  RestController,
  type RestRequest,
  RestResponse,
} from '../../core/index.ts';
import { declared } from '../../core/rest/index.ts';
import {
  idOf,
  type Post,
  type PostsController,
  type PostsDependencies,
  postLoaders,
  resolveFields,
} from '../posts/index.ts';
import { collectionParams } from './collection-params.ts';
import { revisionErrors as errors } from './errors.ts';
import { listRevisions } from './list.ts';
import type { Revisions } from './revisions.ts';
import { revisionSchema } from './schema.ts';
import { revisionValues } from './values.ts';

const idArg: EndpointArgument = { description: 'The id of the revision.', type: 'integer' };
const force: EndpointArgument = {
  description: 'Must be true: revisions cannot be trashed.',
  type: 'boolean',
  default: false,
};

/** Answers the routes of the revisions of one content type. */
export class RevisionsController extends RestController {
  readonly items: PostsController;
  readonly dependencies: Pick<PostsDependencies, 'clock' | 'hooks' | 'posts' | 'renderer'>;
  readonly revisions: Revisions;

  constructor(items: PostsController, revisions: Revisions) {
    super(items.server, items.namespace, `${items.restBase}/(?P<parent>${items.idPattern})/revisions`);
    this.items = items;
    this.dependencies = items.dependencies;
    this.revisions = revisions;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    this.server.registerRoute(this.namespace, this.restBase, {
      args: { parent: this.items.idArg },
      0: { callback: this.#list, permission_callback: this.#mayRead, args: collectionParams(context) },
      schema: this.publicSchema,
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<id>[\\d]+)`, {
      args: { parent: this.items.idArg, id: idArg },
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      1: {
        methods: 'DELETE',
        callback: this.#delete,
        permission_callback: this.#mayDelete,
        args: { force },
        errors: declared(errors, 'rest_trash_not_supported'),
      },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return revisionSchema(this.items.schema, this.items.textFields());
  }

  /** The address of the list of an item's revisions. */
  async listUrl(parent: Post, request: RestRequest): Promise<string> {
    return `${await this.#urlOf(parent, request)}/revisions`;
  }

  /** The item that revisions are of, by its id. */
  async parentOf(id: unknown, request: RestRequest): Promise<Post> {
    const parent = await this.items.find(id, request);
    if (parent === null) throw errors.rest_post_invalid_parent();
    return parent;
  }

  /** The answer that shows a revision, by the request's context and fields. */
  async prepare(revision: Post, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const own = this.items.revisedValues(revision, request, fields);
    const data = await resolveFields({ ...revisionValues(revision, fields, this.dependencies), ...own }, fields);
    const response = await this.answerWith(data, request);
    const parent =
      revision.parent === 0 ? null : await this.dependencies.posts.loader(request.context).load(revision.parent);
    if (parent !== null) response.addLink('parent', await this.#urlOf(parent, request));
    return this.dependencies.hooks.filter('rest_prepare_revision').promise(response, revision, request);
  }

  /** Lets users who may edit the item see its revisions. */
  async mayReadOf(id: unknown, request: RestRequest): Promise<true> {
    const parent = await this.parentOf(id, request);
    if (!request.user.can('edit_post', parent)) throw errors.rest_cannot_read(request);
    return true;
  }

  readonly #mayRead = (request: RestRequest): Promise<true> => this.mayReadOf(request.getParam('parent'), request);

  readonly #mayDelete = async (request: RestRequest): Promise<true> => {
    const parent = await this.parentOf(request.getParam('parent'), request);
    if (!request.user.can('delete_post', parent)) throw errors.rest_cannot_delete(request);
    const revision = await this.#load(request);
    if (!request.user.can('delete_post', revision)) throw errors.rest_cannot_delete(request);
    return true;
  };

  readonly #list = async (request: RestRequest): Promise<RestResponse> =>
    listRevisions(this, await this.parentOf(request.getParam('parent'), request), request);

  readonly #read = async (request: RestRequest): Promise<RestResponse> =>
    this.prepare(await this.#load(request), request);

  readonly #delete = async (request: RestRequest): Promise<RestResponse> => {
    const revision = await this.#load(request);
    if (request.getParam('force') !== true) throw errors.rest_trash_not_supported();
    const previous = await this.prepare(revision, request);
    const result = await this.dependencies.posts.delete(revision.id);
    postLoaders(request.context).clear();
    await this.dependencies.hooks.action('rest_delete_revision').promise(result, request);
    if (result === null) throw errors.rest_cannot_delete(request, { status: 500 });
    return new RestResponse({ deleted: true, previous: previous.data });
  };

  /** The revision of a request's `id`, which must be one of the item that the path names. */
  async #load(request: RestRequest): Promise<Post> {
    const revision = await this.dependencies.posts.loader(request.context).load(idOf(request.getParam('id')));
    if (revision === null || revision.type !== 'revision') throw errors.rest_post_invalid_id();
    const parent = await this.parentOf(request.getParam('parent'), request);
    if (revision.parent !== parent.id) throw errors.rest_revision_parent_id_mismatch();
    return revision;
  }

  async #urlOf(item: Post, request: RestRequest): Promise<string> {
    return this.server.restUrl(`${this.namespace}/${await this.items.pathOf(item, request)}`, request.context);
  }
}
