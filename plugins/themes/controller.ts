import {
  type EndpointArgument,
  type ItemSchema,
  RestController,
  type RestError,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';
import type { ContentTypes } from '../content-types/index.ts';
import { texturize } from '../formatting/index.ts';
import { themeErrors as errors } from './errors.ts';
import { themeSchema } from './schema.ts';
import { folderUrl, screenshotUrl } from './screenshots.ts';
import type { Theme } from './theme.ts';
import type { ThemeSupports } from './theme-supports.ts';
import type { Themes } from './themes.ts';

/** The services that the controller uses. */
export interface ThemeServices {
  readonly themes: Themes;
  readonly supports: ThemeSupports;
  readonly types: ContentTypes;
}

type Verdict = true | RestError;

/** Answers `/themes` and the routes of single themes. */
export class ThemesController extends RestController {
  readonly #services: ThemeServices;

  constructor(server: RestServer, services: ThemeServices) {
    super(server, server.site.brand.namespace, 'themes');
    this.#services = services;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.#mayList, args: this.#params() },
      schema: this.publicSchema,
    });
    const stylesheet = '(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)';
    this.server.registerRoute(this.namespace, `${this.restBase}/${stylesheet}`, {
      args: { stylesheet: { description: 'The folder of the theme.', type: 'string' } },
      0: { callback: this.#read, permission_callback: this.#mayRead },
      schema: this.publicSchema,
    });
  }

  /** Whether a request may read the active theme: users who may edit items of some type may. */
  mayReadActive({ user }: RestRequest): boolean {
    return user.can('edit_posts') || this.#services.types.editableBy(user);
  }

  /** The address of the route of a theme. */
  urlOf({ stylesheet }: Theme, { context }: RestRequest): string {
    return this.server.restUrl(`${this.namespace}/${this.restBase}/${stylesheet}`, context);
  }

  protected makeItemSchema(): ItemSchema {
    return themeSchema(this.#services.supports.schemas());
  }

  #params(): Record<string, EndpointArgument> {
    const status: EndpointArgument = {
      description: 'Only themes of these statuses.',
      type: 'array',
      items: { type: 'string', enum: ['active', 'inactive'] },
    };
    return this.server.hooks.filter('rest_themes_collection_params').call({ status });
  }

  #verdictOnActive(request: RestRequest): Verdict {
    return this.mayReadActive(request) || errors.rest_cannot_view_active_theme(request);
  }

  readonly #mayList = (request: RestRequest): Verdict => {
    if (request.user.can('switch_themes')) return true;
    const status = request.getParam('status');
    const isActive = Array.isArray(status) && status.length === 1 && status[0] === 'active';
    return isActive ? this.#verdictOnActive(request) : errors.rest_cannot_view_themes(request);
  };

  readonly #mayRead = (request: RestRequest): Verdict => {
    if (request.user.can('switch_themes')) return true;
    const isActive = request.getParam('stylesheet') === this.#services.themes.active().stylesheet;
    return isActive ? this.#verdictOnActive(request) : errors.rest_cannot_view_themes(request);
  };

  readonly #list = async (request: RestRequest): Promise<RestResponse> => {
    const status = request.getParam('status') as readonly string[] | null;
    const themes = this.#services.themes
      .all()
      .filter((theme) => status === null || status.includes(this.#status(theme)));
    const answers = await Promise.all(themes.map((theme) => this.#prepare(theme, request)));
    const response = new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
    response.pagination = { total: themes.length, totalPages: 1, page: 1, base: '' };
    return response;
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => {
    const theme = this.#services.themes.get(String(request.getParam('stylesheet')));
    if (theme === undefined) throw errors.rest_theme_not_found();
    return this.#prepare(theme, request);
  };

  async #prepare(theme: Theme, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const isActive = this.#status(theme) === 'active';
    const data = fields.pick(this.#dataOf(theme));
    if (isActive && fields.has('theme_supports')) {
      data.theme_supports = this.#services.supports.valuesOf(theme, (name) => fields.has(`theme_supports.${name}`));
    }
    if (request.getParam('context') === 'edit') Object.assign(data, this.#editorDataOf(theme));
    const response = new RestResponse(await this.addAdditionalFields(data, request));
    if (fields.withLinks) {
      response.addLink('self', this.urlOf(theme, request));
      response.addLink('collection', this.server.restUrl(`${this.namespace}/${this.restBase}`, request.context));
    }
    return this.server.hooks.filter('rest_prepare_theme').promise(response, theme, request);
  }

  #status({ stylesheet }: Theme): 'active' | 'inactive' {
    return stylesheet === this.#services.themes.active().stylesheet ? 'active' : 'inactive';
  }

  /** Fields that block editors request beyond those of the schema that all clients know. */
  #editorDataOf({ stylesheet, template, isBlockTheme }: Theme): Record<string, unknown> {
    const { site } = this.server;
    return {
      is_block_theme: isBlockTheme,
      stylesheet_uri: folderUrl(stylesheet, site),
      template_uri: folderUrl(template, site),
    };
  }

  #dataOf(theme: Theme): Record<string, unknown> {
    const { author, authorUri, description, name, tags, themeUri } = theme;
    const maker = author === '' ? 'Anonymous' : author;
    return {
      stylesheet: theme.stylesheet,
      template: theme.template,
      requires_php: theme.requiresPhp,
      requires_wp: theme.requiresCms,
      textdomain: theme.textDomain,
      version: theme.version,
      screenshot: screenshotUrl(theme, this.server.site),
      author: {
        raw: author,
        rendered: authorUri === '' ? maker : `<a href="${escapeAttribute(authorUri)}">${author}</a>`,
      },
      author_uri: { raw: authorUri, rendered: escapeAttribute(authorUri) },
      description: { raw: description, rendered: texturize(description) },
      name: { raw: name, rendered: name },
      tags: { raw: tags, rendered: tags.join(', ') },
      theme_uri: { raw: themeUri, rendered: escapeAttribute(themeUri) },
      status: this.#status(theme),
    };
  }
}
