import { addQueryArgs, type ItemSchema, RestController, type RestRequest, RestResponse } from '../../core/index.ts';
import { formatDate, toWireDate } from '../../core/site/index.ts';
import { IN_VIEW, type PostsController, readOnly } from '../posts/index.ts';
import { previewLinkErrors as errors } from './errors.ts';
import { canBePreviewed, type PreviewLinks } from './links.ts';
import { TOKEN_PARAM } from './open.ts';

const DAY = 86_400;

/** Answers the routes by which links to the items of one type are made and revoked. */
export class PreviewLinksController extends RestController {
  readonly #items: PostsController;
  readonly #links: PreviewLinks;

  constructor(items: PostsController, links: PreviewLinks) {
    super(items.server, items.namespace, items.restBase);
    this.#items = items;
    this.#links = links;
  }

  registerRoutes(): void {
    const { idPattern, idArg } = this.#items;
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<id>${idPattern})/preview-link`, {
      args: { id: idArg },
      0: {
        methods: 'POST',
        callback: this.#create,
        permission_callback: (request) => this.#items.mayUpdate(request),
        args: {
          expires_in: {
            description: 'How long the link opens the item, in seconds.',
            type: 'integer',
            default: 2 * DAY,
            minimum: 60,
            maximum: 30 * DAY,
          },
        },
      },
      1: {
        methods: 'DELETE',
        callback: this.#revoke,
        permission_callback: (request) => this.#items.mayUpdate(request),
      },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return {
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: 'preview-link',
      type: 'object',
      properties: {
        token: readOnly('string', IN_VIEW, 'What opens the item, as a parameter of the query.'),
        link: readOnly('string', IN_VIEW, 'The address of the item’s page with the token.', { format: 'uri' }),
        href: readOnly('string', IN_VIEW, 'The address of the item in the interface with the token.', {
          format: 'uri',
        }),
        expires_gmt: readOnly('string', IN_VIEW, 'Until when it opens the item, in UTC.', { format: 'date-time' }),
      },
    };
  }

  readonly #create = async (request: RestRequest): Promise<RestResponse> => {
    const { dependencies } = this.#items;
    const post = await this.#items.load(request);
    if (!canBePreviewed(post)) throw errors.rest_already_trashed();
    const { token, expires } = await this.#links.make(post, Number(request.getParam('expires_in')));
    const proof = { [TOKEN_PARAM]: token };
    const response = new RestResponse({
      token,
      link: addQueryArgs(dependencies.permalinks.plain(post), { preview: 'true', ...proof }),
      href: addQueryArgs(this.server.restUrl(dependencies.permalinks.route(post), request.context), proof),
      expires_gmt: toWireDate(formatDate(expires)),
    });
    return response.header('Cache-Control', 'private, no-store');
  };

  readonly #revoke = async (request: RestRequest): Promise<RestResponse> => {
    const { id } = await this.#items.load(request);
    await this.#links.revoke(id);
    return new RestResponse({ deleted: true });
  };
}
