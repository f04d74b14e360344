import {
  addQueryArgs,
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import { pagingParams } from '../posts/index.ts';
import type { FontCollection, FontCollections } from './collections.ts';
import { fontErrors as errors } from './errors.ts';

const EVERYWHERE = ['view', 'edit', 'embed'];

/** Answers `/font-collections`: fonts to choose from. */
export class CollectionsController extends RestController {
  readonly #collections: FontCollections;

  constructor(server: RestServer, collections: FontCollections) {
    super(server, server.site.brand.namespace, 'font-collections');
    this.#collections = collections;
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    const { page, per_page } = pagingParams();
    this.server.registerRoute(this.namespace, this.restBase, {
      0: {
        callback: this.#list,
        permission_callback: this.#mayRead,
        args: { context, page, per_page },
      },
      schema: this.publicSchema,
      collection: 'list',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<slug>[\\/\\w-]+)`, {
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('font-collection', {
      slug: readonlyField('string', EVERYWHERE, 'The slug of the collection.'),
      name: readonlyField('string', EVERYWHERE, 'The name of the collection.'),
      description: readonlyField('string', EVERYWHERE, 'What the collection holds.'),
      font_families: readonlyField('array', EVERYWHERE, 'The families, with settings as theme.json has them.'),
      categories: readonlyField('array', EVERYWHERE, 'The categories that families may be in: names and slugs.'),
    });
  }

  readonly #mayRead = (request: RestRequest): true => {
    if (request.user.can('edit_theme_options')) return true;
    throw errors.rest_cannot_read(request);
  };

  readonly #list = async (request: RestRequest): Promise<RestResponse> => {
    const all = this.#collections.list();
    const [number, size] = ['page', 'per_page'].map((name) => Number(request.getParam(name))) as [number, number];
    const totalPages = Math.ceil(all.length / size);
    if (number > totalPages && all.length > 0) throw errors.rest_post_invalid_page_number();
    const shown = all.slice((number - 1) * size, number * size);
    const answers = await Promise.all(shown.map((collection) => this.#show(collection, request)));
    const response = new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
    const { page: _, ...args } = request.paramsOf('query');
    const base = addQueryArgs(this.#url('', request), args);
    response.pagination = { total: all.length, totalPages, page: number, base };
    return response;
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => {
    const collection = this.#collections.get(String(request.getParam('slug')));
    if (collection === undefined) throw errors.rest_font_collection_not_found();
    return this.#show(collection, request);
  };

  async #show(collection: FontCollection, request: RestRequest): Promise<RestResponse> {
    const { slug, name, description = '', categories = [], font_families } = collection;
    const all = { slug, name, description, font_families, categories };
    const picked = this.fieldsForResponse(request).pick(all);
    const response = new RestResponse(await this.addAdditionalFields(picked, request));
    response.addLink('self', this.#url(`/${slug}`, request));
    return response.addLink('collection', this.#url('', request));
  }

  #url(path: string, { context }: RestRequest): string {
    return this.server.restUrl(`${this.namespace}/${this.restBase}${path}`, context);
  }
}
