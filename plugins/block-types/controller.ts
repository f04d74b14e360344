import {
  addQueryArgs,
  type EndpointArgument,
  type ItemSchema,
  RestController,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import type { BlockType, BlockTypes } from '../content-rendering/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { blockTypeErrors as errors } from './errors.ts';
import { blockTypeSchema } from './schema.ts';
import { blockTypeValues } from './values.ts';

/** The services that the controller needs. */
export interface BlockTypeServices {
  readonly blocks: BlockTypes;
  readonly types: ContentTypes;
}

const namespaceArg: EndpointArgument = { description: 'The namespace of the block.', type: 'string' };
const nameArg: EndpointArgument = { description: 'The name of the block in its namespace.', type: 'string' };

/** Answers `/block-types`: the registered kinds of blocks, for users who write. */
export class BlockTypesController extends RestController {
  readonly #services: BlockTypeServices;

  constructor(server: RestServer, services: BlockTypeServices) {
    super(server, server.site.brand.namespace, 'block-types');
    this.#services = services;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    const namespace = '(?P<namespace>[a-zA-Z0-9_-]+)';
    const list = {
      callback: this.#list,
      permission_callback: this.#mayRead,
      args: { context, namespace: namespaceArg },
    };
    const lists = { 0: list, schema: this.publicSchema, collection: 'list' } as const;
    this.server.registerRoute(this.namespace, this.restBase, lists);
    this.server.registerRoute(this.namespace, `${this.restBase}/${namespace}`, lists);
    this.server.registerRoute(this.namespace, `${this.restBase}/${namespace}/(?P<name>[a-zA-Z0-9_-]+)`, {
      args: { namespace: namespaceArg, name: nameArg },
      0: { callback: this.#read, permission_callback: this.#mayReadOne, args: { context } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return blockTypeSchema;
  }

  readonly #mayRead = (request: RestRequest): true => {
    const { user } = request;
    if (user.can('edit_posts') || this.#services.types.editableBy(user)) return true;
    throw errors.rest_block_type_cannot_view(request);
  };

  readonly #mayReadOne = (request: RestRequest): true => {
    this.#mayRead(request);
    this.#load(request);
    return true;
  };

  readonly #list = async (request: RestRequest): Promise<unknown[]> => {
    const namespace = request.getParam('namespace');
    const types = this.#services.blocks
      .list()
      .filter(({ name }) => namespace === null || name.startsWith(`${namespace}/`));
    const answers = await Promise.all(types.map((type) => this.#prepare(type, request)));
    return answers.map((answer) => this.server.prepareForCollection(answer));
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => this.#prepare(this.#load(request), request);

  #load(request: RestRequest): BlockType {
    const type = this.#services.blocks.get(`${request.getParam('namespace')}/${request.getParam('name')}`);
    if (type === undefined) throw errors.rest_block_type_invalid();
    return type;
  }

  async #prepare(type: BlockType, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const response = await this.answerWith(fields.pick(blockTypeValues(type)), request);
    if (fields.withLinks) this.#addLinks(response, type, request);
    return this.server.hooks.filter('rest_prepare_block_type').promise(response, type, request);
  }

  #addLinks(response: RestResponse, { name, render }: BlockType, { context }: RestRequest): void {
    const url = (path: string) => this.server.restUrl(`${this.namespace}/${path}`, context);
    response.addLink('collection', url(this.restBase));
    response.addLink('self', url(`${this.restBase}/${name}`));
    response.addLink('up', url(`${this.restBase}/${name.split('/', 1)[0]}`));
    if (render === undefined) return;
    const href = addQueryArgs(url(`block-renderer/${name}`), { context: 'edit' });
    response.addLink(this.server.site.brand.relation('render-block'), href);
  }
}
