import {
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import type { ContentType } from '../content-types/index.ts';
import { navigationErrors as errors } from './errors.ts';
import type { NavigationFallback } from './fallback.ts';

/** The services that the controller uses. */
export interface FallbackServices {
  readonly type: ContentType;
  readonly fallback: NavigationFallback;
}

/** Answers `/navigation-fallback`: the menu that is shown where none is chosen, made when the site has none. */
export class FallbackController extends RestController {
  readonly #services: FallbackServices;

  constructor(server: RestServer, services: FallbackServices) {
    super(server, `${server.site.brand.prefixed('block-editor')}/v1`, 'navigation-fallback');
    this.#services = services;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#read, permission_callback: this.#mayRead },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('navigation-fallback', {
      id: readonlyField('integer', ['view', 'edit', 'embed'], 'The id of the menu.'),
    });
  }

  /** The request may have to make the menu, so its user must be allowed to. */
  readonly #mayRead = (request: RestRequest): true => {
    if (request.user.can(this.#services.type.cap.create_posts!)) return true;
    throw errors.rest_cannot_create(request);
  };

  readonly #read = async (request: RestRequest): Promise<RestResponse> => {
    const id = await this.#services.fallback.find(request.user);
    const { rest_namespace, rest_base } = this.#services.type;
    const self = this.server.restUrl(`${rest_namespace}/${rest_base}/${id}`, request.context);
    return new RestResponse({ id }).addLink('self', self, { embeddable: true });
  };
}
