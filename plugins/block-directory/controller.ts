import { member } from '../../core/base/index.ts';
import {
  addQueryArgs,
  type EndpointArgument,
  type FieldSchema,
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import { pagingParams } from '../pagination/index.ts';
import type { ForeignJson } from '../public-web/index.ts';
import { entryOf } from './entry.ts';
import { blockDirectoryErrors as errors } from './errors.ts';

const field = (type: FieldSchema['type'], description: string, more: Partial<FieldSchema> = {}): FieldSchema =>
  readonlyField(type, ['view'], description, more);

/** Answers `/block-directory/search`: plugins with blocks that could be installed, as another site lists them. */
export class BlockDirectoryController extends RestController {
  readonly #directory: ForeignJson;
  readonly #address: string;

  constructor(server: RestServer, directory: ForeignJson, address: string) {
    super(server, server.site.brand.namespace, 'block-directory');
    this.#directory = directory;
    this.#address = address;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, `${this.restBase}/search`, {
      0: { callback: this.#search, permission_callback: this.#maySearch, args: this.#params() },
      schema: this.publicSchema,
      collection: 'list',
    });
  }

  #params(): Record<string, EndpointArgument> {
    return {
      context: this.contextParam({ default: 'view' }),
      ...pagingParams('The page of the list.', 'The most blocks on a page.'),
      term: { description: 'What the blocks are about.', type: 'string', required: true, minLength: 1 },
    };
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('block-directory-item', {
      name: field('string', 'The name of the block with its namespace.'),
      title: field('string', 'The name of the block, for people.'),
      description: field('string', 'What the block is for.'),
      id: field('string', 'The slug of the plugin that has the block.'),
      rating: field('number', 'How the plugin is rated, of 5.'),
      rating_count: field('integer', 'How many have rated it.'),
      active_installs: field('integer', 'How many sites use it.'),
      author_block_rating: field('number', 'How the plugins of its author are rated, of 5.'),
      author_block_count: field('integer', 'How many blocks its author has published.'),
      author: field('string', 'Who wrote it.'),
      icon: field('string', 'The address of its icon, or the name of one.'),
      last_updated: field('string', 'When it was last changed.', { format: 'date-time' }),
      humanized_updated: field('string', 'How long that is ago.'),
    });
  }

  readonly #maySearch = (request: RestRequest): true => {
    const { user } = request;
    if (user.can('install_plugins') && user.can('activate_plugins')) return true;
    throw errors.rest_block_directory_cannot_view(request);
  };

  readonly #search = async (request: RestRequest): Promise<RestResponse> => {
    const [term, page, perPage] = ['term', 'page', 'per_page'].map((name) => request.getParam(name));
    const url = addQueryArgs(this.#address, {
      action: 'query_plugins',
      'request[block]': String(term),
      'request[page]': Number(page),
      'request[per_page]': Number(perPage),
    });
    const found = member(await this.#ask(url), 'plugins');
    if (!Array.isArray(found)) throw errors.plugins_api_failed();
    const fields = this.fieldsForResponse(request);
    const now = Date.now();
    const entries = found
      .map((plugin) => entryOf(plugin, now))
      .filter((entry) => entry !== undefined)
      .slice(0, Number(perPage));
    const answers = entries.map(async (entry) => {
      const response = new RestResponse(await this.addAdditionalFields(fields.pick(entry), request));
      if (fields.withLinks) {
        const path = addQueryArgs(`${this.namespace}/plugins`, { slug: String(entry.id) });
        const relation = this.server.site.brand.relation('install-plugin');
        response.addLink(relation, this.server.restUrl(path, request.context));
      }
      return this.server.prepareForCollection(response);
    });
    return new RestResponse(await Promise.all(answers));
  };

  /** The cause of a failure is hidden from clients: it could disclose facts about the host's own network. */
  async #ask(url: string): Promise<unknown> {
    try {
      return await this.#directory.get(url);
    } catch {
      throw errors.plugins_api_failed();
    }
  }
}
