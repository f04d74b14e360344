import {
  type EndpointArgument,
  type ItemSchema,
  type PluginManager,
  RestController,
  type RestError,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../core/index.ts';
import type { KnownPlugin } from '../../core/plugin/index.ts';
import { cleanUrl, escapeAttribute, escapeHtml } from '../../core/text/index.ts';
import { errorOf, pluginErrors as errors } from './errors.ts';
import { pluginSchema } from './schema.ts';

type Verdict = true | RestError;

/** Answers `/plugins` and the routes of single plugins. */
export class PluginsController extends RestController {
  readonly #manager: PluginManager;

  constructor(server: RestServer, manager: PluginManager) {
    super(server, server.site.brand.namespace, 'plugins');
    this.#manager = manager;
  }

  registerRoutes(): void {
    const status = { type: 'string', enum: ['inactive', 'active'] } as const;
    const slug: EndpointArgument = {
      description: 'The name of the plugin to install.',
      type: 'string',
      required: true,
      pattern: '[\\w\\-]+',
    };
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.#mayView, args: this.#listParams() },
      1: {
        methods: ['POST'],
        callback: this.#create,
        permission_callback: this.#mayCreate,
        args: {
          slug,
          status: { description: 'The state after installation.', default: 'inactive', ...status },
          capabilities: {
            description: 'The capabilities that the plugin may have.',
            type: 'array',
            items: { type: 'string' },
          },
        },
      },
      schema: this.publicSchema,
    });
    const context = this.contextParam({ default: 'view' });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)`, {
      args: { context, plugin: { description: 'The name of the plugin.', type: 'string' } },
      0: { callback: this.#read, permission_callback: this.#mayRead },
      1: {
        methods: ['POST', 'PUT', 'PATCH'],
        callback: this.#update,
        permission_callback: this.#mayUpdate,
        args: this.endpointArgs('PUT'),
      },
      2: { methods: ['DELETE'], callback: this.#delete, permission_callback: this.#mayDelete },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return pluginSchema();
  }

  #listParams(): Record<string, EndpointArgument> {
    return {
      context: this.contextParam({ default: 'view' }),
      search: { description: 'Only plugins that speak of this.', type: 'string' },
      status: {
        description: 'Only plugins of these states.',
        type: 'array',
        items: { type: 'string', enum: ['inactive', 'active'] },
      },
    };
  }

  readonly #mayView = (request: RestRequest): Verdict =>
    request.user.can('activate_plugins') || errors.rest_cannot_view_plugins(request);

  readonly #mayRead = (request: RestRequest): Verdict => {
    if (!request.user.can('activate_plugins')) return errors.rest_cannot_view_plugin(request);
    return this.#find(request) === undefined ? errors.rest_plugin_not_found() : true;
  };

  readonly #mayCreate = (request: RestRequest): Verdict => {
    if (!request.user.can('install_plugins')) return errors.rest_cannot_install_plugin(request);
    const activates = request.getParam('status') !== 'inactive';
    return !activates || request.user.can('activate_plugins') || errors.rest_cannot_activate_plugin(request);
  };

  readonly #mayUpdate = (request: RestRequest): Verdict => {
    if (!request.user.can('activate_plugins')) return errors.rest_cannot_manage_plugins(request);
    return this.#find(request) === undefined ? errors.rest_plugin_not_found() : true;
  };

  readonly #mayDelete = (request: RestRequest): Verdict => {
    if (!request.user.can('delete_plugins')) return errors.rest_cannot_manage_plugins(request);
    return this.#mayUpdate(request);
  };

  readonly #list = async (request: RestRequest): Promise<RestResponse> => {
    const status = request.getParam('status') as readonly string[] | null;
    const search = String(request.getParam('search') ?? '');
    const plugins = this.#manager
      .all()
      .filter((plugin) => (status ?? []).length === 0 || status!.includes(plugin.status))
      .filter((plugin) => search === '' || textsOf(plugin).some((text) => text.includes(search)));
    const answers = await Promise.all(plugins.map((plugin) => this.#prepare(plugin, request)));
    return new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => this.#show(request);

  readonly #create = async (request: RestRequest): Promise<RestResponse> => {
    const active = request.getParam('status') === 'active';
    const capabilities = (request.getParam('capabilities') ?? []) as readonly string[];
    try {
      const name = await this.#manager.install(String(request.getParam('slug')), active, capabilities);
      request.setParam('plugin', name);
    } catch (error) {
      throw errorOf(error);
    }
    request.setParam('context', 'edit');
    const response = await this.#show(request);
    response.status = 201;
    return response.header('Location', this.server.restUrl(this.#pathOf(this.#find(request)!), request.context));
  };

  readonly #update = async (request: RestRequest): Promise<RestResponse> => {
    const { name } = this.#find(request)!;
    const status = request.getParam('status');
    try {
      if (status === 'active') await this.#manager.activate(name);
      if (status === 'inactive') await this.#manager.deactivate(name);
    } catch (error) {
      throw errorOf(error);
    }
    await this.updateAdditionalFields(this.#find(request), request);
    request.setParam('context', 'edit');
    return this.#show(request);
  };

  readonly #delete = async (request: RestRequest): Promise<RestResponse> => {
    request.setParam('context', 'edit');
    const previous = await this.#show(request);
    try {
      await this.#manager.delete(this.#find(request)!.name);
    } catch (error) {
      throw errorOf(error);
    }
    return new RestResponse({ deleted: true, previous: previous.data });
  };

  #find(request: RestRequest): KnownPlugin | undefined {
    const name = request.getParam('plugin');
    return this.#manager.all().find((plugin) => plugin.name === name);
  }

  #show(request: RestRequest): Promise<RestResponse> {
    return this.#prepare(this.#find(request)!, request);
  }

  #pathOf({ name }: KnownPlugin): string {
    return `${this.namespace}/${this.restBase}/${name}`;
  }

  async #prepare(plugin: KnownPlugin, request: RestRequest): Promise<RestResponse> {
    const fields = this.fieldsForResponse(request);
    const data = fields.pick(dataOf(plugin));
    const response = new RestResponse(await this.addAdditionalFields(data, request));
    if (fields.withLinks) {
      response.addLink('self', this.server.restUrl(this.#pathOf(plugin), request.context));
    }
    return this.server.hooks.filter('rest_prepare_plugin').promise(response, plugin, request);
  }
}

/** The texts that a search looks into. */
const textsOf = ({ name, definition }: KnownPlugin): string[] =>
  [
    name,
    definition?.description,
    definition?.version,
    definition?.author,
    definition?.authorUri,
    definition?.uri,
  ].filter((text) => text !== undefined);

function dataOf({ name, status, definition }: KnownPlugin): Record<string, unknown> {
  const { description = '', version = '', author = '', authorUri = '', uri = '' } = definition ?? {};
  const site = cleanUrl(authorUri);
  const link = site === '' ? escapeHtml(author) : `<a href="${escapeAttribute(site)}">${escapeHtml(author)}</a>`;
  const by = author === '' ? '' : ` <cite>By ${link}.</cite>`;
  return {
    plugin: name,
    status,
    name,
    plugin_uri: cleanUrl(uri),
    author,
    author_uri: site,
    description: { raw: description, rendered: `${escapeHtml(description)}${by}` },
    version,
    network_only: false,
    requires_wp: '',
    requires_php: '',
    textdomain: name,
  };
}
