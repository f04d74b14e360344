import {
  addQueryArgs,
  type FieldSchema,
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { ForeignJson } from '../public-web/index.ts';
import { entryOf } from './entry.ts';
import { patternDirectoryErrors as errors } from './errors.ts';
import { directoryQuery, queryParams } from './query.ts';

const field = (type: FieldSchema['type'], description: string, more: Partial<FieldSchema> = {}): FieldSchema =>
  readonlyField(type, ['view', 'edit', 'embed'], description, more);
const texts = (description: string): FieldSchema => field('array', description, { items: { type: 'string' } });

/** The services that the routes need. */
export interface PatternDirectoryServices {
  readonly types: ContentTypes;
  readonly directory: ForeignJson;
  /** The address of the directory. */
  readonly address: string;
}

/** Answers `/pattern-directory/patterns`: patterns as the directory of another site lists them, for users who write. */
export class PatternDirectoryController extends RestController {
  readonly #services: PatternDirectoryServices;

  constructor(server: RestServer, services: PatternDirectoryServices) {
    super(server, server.site.brand.namespace, 'pattern-directory');
    this.#services = services;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, `${this.restBase}/patterns`, {
      0: {
        callback: this.#list,
        permission_callback: this.#mayList,
        args: { context: this.contextParam({ default: 'view' }), ...queryParams() },
      },
      schema: this.publicSchema,
      collection: 'list',
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('pattern-directory-item', {
      id: field('integer', 'The id of the pattern.', { minimum: 1 }),
      title: field('string', 'The name of the pattern, for people.', { minLength: 1 }),
      content: field('string', 'The markup of the blocks.', { minLength: 1 }),
      categories: texts('The slugs of its categories.'),
      keywords: texts('Words by which it is found.'),
      description: field('string', 'What it is for.'),
      viewport_width: field('integer', 'How wide a page that shows it is.'),
      block_types: texts('The blocks that it can stand for.'),
    });
  }

  readonly #mayList = (request: RestRequest): true => {
    const { user } = request;
    if (user.can('edit_posts') || this.#services.types.editableBy(user)) return true;
    throw errors.rest_pattern_directory_cannot_view(request);
  };

  readonly #list = async (request: RestRequest): Promise<RestResponse> => {
    const found = await this.#ask(addQueryArgs(this.#services.address, directoryQuery(request)));
    if (!Array.isArray(found)) throw errors.pattern_api_failed();
    const fields = this.fieldsForResponse(request);
    const most = Number(request.getParam('per_page'));
    const entries = found
      .slice(0, most)
      .map((pattern) => this.addAdditionalFields(fields.pick(entryOf(pattern)), request));
    return new RestResponse(await Promise.all(entries));
  };

  /** The cause of a failure is hidden from clients: it could disclose facts about the host's own network. */
  async #ask(url: string): Promise<unknown> {
    try {
      return await this.#services.directory.get(url);
    } catch {
      throw errors.pattern_api_failed();
    }
  }
}
