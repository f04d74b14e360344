import {
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../core/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import type { Theme, Themes } from '../themes/index.ts';
import { globalStylesErrors as errors } from './errors.ts';
import type { GlobalStyles } from './global-styles.ts';

/** The services that the controller needs. */
export interface ThemeStylesServices {
  readonly themes: Themes;
  readonly types: ContentTypes;
  readonly styles: GlobalStyles;
}

const CONTEXTS = ['view', 'edit', 'embed'];

/** Answers `/global-styles/themes/<stylesheet>`: the settings and styles of the active theme, and their variations. */
export class ThemeStylesController extends RestController {
  readonly #services: ThemeStylesServices;

  constructor(server: RestServer, services: ThemeStylesServices) {
    super(server, server.site.brand.namespace, 'global-styles/themes');
    this.#services = services;
  }

  registerRoutes(): void {
    const stylesheet = '(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)';
    const args = { stylesheet: { description: 'The folder of the active theme.', type: 'string' as const } };
    this.server.registerRoute(this.namespace, `${this.restBase}/${stylesheet}/variations`, {
      args,
      0: { callback: this.#variations, permission_callback: this.#mayRead },
      schema: this.publicSchema,
      collection: 'list',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/${stylesheet}`, {
      args,
      0: { callback: this.#read, permission_callback: this.#mayRead },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('theme-styles', {
      settings: readonlyField('object', CONTEXTS, 'What blocks may be given, and the presets to choose from.'),
      styles: readonlyField('object', CONTEXTS, 'The styles of the site, of elements and of blocks.'),
    });
  }

  readonly #mayRead = (request: RestRequest): true => {
    const { user } = request;
    if (user.can('edit_posts') || this.#services.types.editableBy(user)) return true;
    throw errors.rest_cannot_read_global_styles(request);
  };

  readonly #read = (request: RestRequest): RestResponse => {
    const { settings, styles } = this.#services.styles.ofTheme(this.#theme(request));
    const fields = this.fieldsForResponse(request);
    const response = new RestResponse({
      ...(fields.has('settings') ? { settings } : {}),
      ...(fields.has('styles') ? { styles } : {}),
    });
    return response.addLink('self', this.server.restUrl(request.route, request.context));
  };

  readonly #variations = async (request: RestRequest): Promise<unknown> =>
    this.#services.styles.variationsOf(this.#theme(request));

  #theme(request: RestRequest): Theme {
    const theme = this.#services.themes.active();
    if (request.getParam('stylesheet') !== theme.stylesheet) throw errors.rest_theme_not_found();
    return theme;
  }
}
