import {
  type EndpointArgument,
  type ItemSchema,
  RestController,
  type RestRequest,
  type RestResponse,
} from '../../core/index.ts';
import { IN_EDIT, type Post, type PostsController, postLoaders, readOnly } from '../posts/index.ts';
import type { RevisionsController } from '../revisions/index.ts';
import type { Autosaves } from './autosaves.ts';
import { autosaveErrors as errors } from './errors.ts';
import { previewLink } from './preview.ts';

const id: EndpointArgument = { description: 'The id of the autosave.', type: 'integer' };

/** Makes a nonce for the user of a request. */
export type NonceMaker = (action: string, request: RestRequest) => string;

/** Answers the routes of the autosaves of one content type. */
export class AutosavesController extends RestController {
  readonly #items: PostsController;
  readonly #revisions: RevisionsController;
  readonly #autosaves: Autosaves;
  readonly #nonce: NonceMaker;

  constructor(revisions: RevisionsController, autosaves: Autosaves, nonce: NonceMaker) {
    super(revisions.server, revisions.namespace, revisions.items.restBase);
    this.#items = revisions.items;
    this.#revisions = revisions;
    this.#autosaves = autosaves;
    this.#nonce = nonce;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    const mayRead = (param: string) => (request: RestRequest) =>
      this.#revisions.mayReadOf(request.getParam(param), request);
    const { idPattern, idArg: parent } = this.#items;
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<id>${idPattern})/autosaves`, {
      args: { parent },
      0: { callback: this.#list, permission_callback: mayRead('id'), args: { context } },
      1: {
        methods: 'POST',
        callback: this.#create,
        permission_callback: this.#mayCreate,
        args: this.#items.endpointArgs('PUT'),
      },
      schema: this.publicSchema,
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<parent>${idPattern})/autosaves/(?P<id>[\\d]+)`, {
      args: { parent, id },
      0: { callback: this.#read, permission_callback: mayRead('parent'), args: { context } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    const { schema } = this.#revisions;
    const preview_link = readOnly('string', IN_EDIT, 'The address at which the autosave can be looked at.', {
      format: 'uri',
    });
    return { ...schema, properties: { ...schema.properties, preview_link } };
  }

  readonly #mayCreate = async (request: RestRequest): Promise<boolean> => {
    return this.#items.mayUpdate(request);
  };

  readonly #list = async (request: RestRequest): Promise<unknown[]> => {
    const post = await this.#revisions.parentOf(request.getParam('id'), request);
    const autosaves = await this.#autosaves.of(post);
    const items = await Promise.all(autosaves.map((autosave) => this.#prepare(autosave, request)));
    return items.map((item) => this.server.prepareForCollection(item));
  };

  /** The id of the path is ignored: the answer is the newest autosave of the item. */
  readonly #read = async (request: RestRequest): Promise<RestResponse> => {
    const post = await this.#revisions.parentOf(request.getParam('parent'), request);
    const [newest] = await this.#autosaves.of(post);
    if (newest === undefined) throw errors.rest_post_no_autosave();
    return this.#prepare(newest, request);
  };

  readonly #create = async (request: RestRequest): Promise<RestResponse> => {
    const post = await this.#items.load(request);
    const input = await this.#items.inputOf(request, post);
    const autosave = await this.#autosaves.save(post, input, request.user);
    postLoaders(request.context).clear();
    request.setParam('context', 'edit');
    return this.#prepare(autosave, request);
  };

  async #prepare(autosave: Post, request: RestRequest): Promise<RestResponse> {
    const response = await this.#revisions.prepare(autosave, request);
    const { dependencies } = this.#items;
    if (request.getParam('context') === 'edit' && this.fieldsForResponse(request).has('preview_link')) {
      const nonce = (action: string) => this.#nonce(action, request);
      const link = await previewLink(autosave, dependencies, request.context, nonce);
      if (link !== undefined) response.data = { ...(response.data as object), preview_link: link };
    }
    return dependencies.hooks.filter('rest_prepare_autosave').promise(response, autosave, request);
  }
}
