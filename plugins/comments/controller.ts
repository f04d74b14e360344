import {
  type EndpointArgument,
  type ItemSchema,
  RestController,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { declared } from '../../core/rest/index.ts';
import type { Comment } from './comment.ts';
import { errors } from './errors.ts';
import { addLinks } from './links.ts';
import { collectionParams, passwordParam } from './params.ts';
import { mayCreate, mayDelete, mayUpdate } from './permissions.ts';
import { toData } from './prepare.ts';
import { list, mayList, mayRead, requestedComment } from './read.ts';
import { commentSchema } from './schema.ts';
import type { CommentServices } from './services.ts';
import { create, remove, update } from './write.ts';

/** Answers `/comments`. */
export class CommentsController extends RestController {
  readonly services: CommentServices;

  constructor(server: RestServer, services: CommentServices) {
    super(server, server.site.brand.namespace, 'comments');
    this.services = services;
  }

  registerRoutes(): void {
    const { services, server, namespace, restBase } = this;
    server.registerRoute(namespace, restBase, {
      0: {
        methods: 'GET',
        callback: (request) => list(this, request),
        permission_callback: (request) => mayList(services, request),
        args: this.#collectionParams(),
      },
      1: {
        methods: 'POST',
        callback: (request) => create(this, request),
        permission_callback: (request) => mayCreate(services, request),
        args: this.endpointArgs('POST'),
      },
      schema: this.publicSchema,
    });
    server.registerRoute(namespace, `${restBase}/(?P<id>[\\d]+)`, {
      args: { id: { description: 'The number of the comment.', type: 'integer' } },
      0: {
        methods: 'GET',
        callback: async (request) => this.prepare(await requestedComment(services, request), request),
        permission_callback: (request) => mayRead(services, request),
        args: { context: this.contextParam({ default: 'view' }), password: passwordParam },
      },
      1: {
        methods: ['POST', 'PUT', 'PATCH'],
        callback: (request) => update(this, request),
        permission_callback: (request) => mayUpdate(services, request),
        args: this.endpointArgs('PUT'),
      },
      2: {
        methods: 'DELETE',
        callback: (request) => remove(this, request),
        permission_callback: (request) => mayDelete(services, request),
        args: {
          force: {
            description: 'Whether to delete the comment instead of moving it to the trash.',
            type: 'boolean',
            default: false,
          },
          password: passwordParam,
        },
        errors: declared(errors, 'rest_trash_not_supported'),
      },
      schema: this.publicSchema,
    });
  }

  /** The answer that shows a comment, by the request's context and fields. */
  async prepare(comment: Comment, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    // The answers to the comments of a list are counted together, so the count is asked for before all that may wait.
    const [data, children] = await Promise.all([
      toData(this.services, comment, request, fields),
      fields.withLinks ? this.services.comments.childCounts(request.context).load(comment.id) : 0,
    ]);
    const response = await this.answerWith(data, request);
    if (fields.withLinks) await addLinks(this.server, this.services, response, { comment, children }, request);
    return this.services.hooks.filter('rest_prepare_comment').promise(response, comment, request);
  }

  /** Stores the related data that a request sets: meta and additional fields. */
  async saveRelated(comment: Comment, request: RestRequest, isNew: boolean): Promise<void> {
    const { hooks, metaFields } = this.services;
    await hooks.action('rest_insert_comment').promise(comment, request, isNew);
    const meta = request.getParam('meta');
    if (meta !== null) await metaFields.updateMeta('comment', 'comment', comment.id, meta, request);
    await this.updateAdditionalFields(comment, request);
  }

  /** The answer that shows a comment that was just stored. */
  async prepareStored(id: number, request: RestRequest, isNew: boolean): Promise<RestResponse> {
    const { comments, hooks } = this.services;
    comments.forget(request.context);
    const comment = await comments.byId(id);
    if (comment === null) throw errors.rest_comment_invalid_id();
    comments.loader(request.context).prime(id, comment);
    await hooks.action('rest_after_insert_comment').promise(comment, request, isNew);
    return this.prepare(comment, request);
  }

  protected makeItemSchema(): ItemSchema {
    const { avatars, metaFields } = this.services;
    const sizes = avatars === undefined ? [] : Object.keys(avatars(''));
    return commentSchema(sizes, metaFields.metaSchema('comment', 'comment'));
  }

  #collectionParams(): Record<string, EndpointArgument> {
    const params = collectionParams(this.contextParam({ default: 'view' }));
    return this.services.hooks.filter('rest_comment_collection_params').call(params);
  }
}
