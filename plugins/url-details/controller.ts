import {
  type Cache,
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { PublicWeb, WebAnswer } from '../public-web/index.ts';
import { urlDetailsErrors as errors } from './errors.ts';
import { type PageDetails, readHead } from './head.ts';

const EVERYWHERE = ['view', 'edit', 'embed'];
/** How many bytes are read: the head is at the beginning of a page. */
const BYTES = 150 * 1024;

/**
 * Answers `/url-details`: the title, description and pictures of a page of another site, for users who may edit items.
 */
export class UrlDetailsController extends RestController {
  readonly #types: ContentTypes;
  readonly #web: PublicWeb;
  readonly #cache: Cache<PageDetails>;

  constructor(server: RestServer, types: ContentTypes, web: PublicWeb, cache: Cache<PageDetails>) {
    super(server, `${server.site.brand.prefixed('block-editor')}/v1`, 'url-details');
    this.#types = types;
    this.#web = web;
    this.#cache = cache;
  }

  registerRoutes(): void {
    const url = {
      description: 'The address of the page.',
      type: 'string',
      format: 'uri',
      minLength: 1,
      pattern: '^http(s)?://.*',
      required: true,
    } as const;
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { url } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    const address = (description: string) => readonlyField('string', EVERYWHERE, description, { format: 'uri' });
    return itemSchema('url-details', {
      title: readonlyField('string', EVERYWHERE, 'The title of the page.'),
      icon: address('The address of the icon of the page.'),
      description: readonlyField('string', EVERYWHERE, 'What the page says that it is about.'),
      image: address('The address of the picture that stands for the page.'),
    });
  }

  readonly #mayRead = (request: RestRequest): true => {
    const { user } = request;
    if (user.can('edit_posts') || this.#types.editableBy(user)) return true;
    throw errors.rest_cannot_view_url_details(request);
  };

  readonly #read = async (request: RestRequest): Promise<RestResponse> => {
    const url = String(request.getParam('url'));
    const details = await this.#cache.compute(url, [], () => this.#details(url));
    const data = this.fieldsForResponse(request).pick(details);
    return new RestResponse(await this.addAdditionalFields(data, request));
  };

  async #details(url: string): Promise<PageDetails> {
    const { status, type, text, url: address } = await this.#ask(url);
    if (status !== 200) throw errors.no_response();
    if (text === '' || !/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) throw errors.no_content();
    return readHead(text, address);
  }

  /** The cause of a failure is hidden from clients: it could disclose facts about the host's own network. */
  async #ask(url: string): Promise<WebAnswer> {
    try {
      return await this.#web.get(url, { bytes: BYTES, accept: 'text/html' });
    } catch {
      throw errors.no_response();
    }
  }
}
