import {
  addQueryArgs,
  type EndpointArgument,
  type ItemSchema,
  itemSchema,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../../core/index.ts';
import { widgetErrors as errors } from '../errors.ts';
import { inactiveSidebar, type Sidebar } from '../sidebars.ts';
import { EVERYWHERE, type WidgetServices, WidgetsRestController } from './controller.ts';

const idArg: EndpointArgument = { description: 'The id of a sidebar.', type: 'string' };

/** Answers `/sidebars`: the places of the theme that show widgets, and that of the inactive ones. */
export class SidebarsController extends WidgetsRestController {
  constructor(server: RestServer, services: WidgetServices) {
    super(server, 'sidebars', services);
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.mayList, args: { context } },
      schema: this.publicSchema,
      collection: 'list',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<id>[\\w-]+)`, {
      args: { id: idArg },
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      1: {
        methods: ['POST', 'PUT', 'PATCH'],
        callback: this.#update,
        permission_callback: this.mayManage,
        args: this.endpointArgs('PUT'),
      },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('sidebar', {
      id: readonlyField('string', EVERYWHERE, 'The id of the sidebar.'),
      name: readonlyField('string', EVERYWHERE, 'The name of the sidebar.'),
      description: readonlyField('string', EVERYWHERE, 'Where the theme shows it.'),
      class: readonlyField('string', EVERYWHERE, 'A class of the sidebar.'),
      before_widget: readonlyField('string', EVERYWHERE, 'The markup before each widget.'),
      after_widget: readonlyField('string', EVERYWHERE, 'The markup behind each widget.'),
      before_title: readonlyField('string', EVERYWHERE, 'The markup before the title of each widget.'),
      after_title: readonlyField('string', EVERYWHERE, 'The markup behind the title of each widget.'),
      status: readonlyField('string', EVERYWHERE, 'Whether the theme shows it.', { enum: ['active', 'inactive'] }),
      widgets: {
        description: 'The ids of its widgets, in their order.',
        type: 'array',
        items: { type: ['object', 'string'] },
        default: [],
        context: EVERYWHERE,
      },
    });
  }

  readonly #mayRead = (request: RestRequest): true =>
    this.maySee(String(request.getParam('id')), request) || this.mayManage(request);

  readonly #list = async (request: RestRequest): Promise<RestResponse> => {
    const { sidebars, store } = this.services;
    const all = [...sidebars.list(), inactiveSidebar(store.inactive)].filter(({ id }) => this.maySee(id, request));
    const widgets = store.sidebars();
    const answers = await Promise.all(all.map((sidebar) => this.#prepare(sidebar, widgets, request)));
    return new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> =>
    this.#prepare(this.#load(request), this.services.store.sidebars(), request);

  readonly #update = async (request: RestRequest): Promise<RestResponse> => {
    const sidebar = this.#load(request);
    const widgets = request.getParam('widgets');
    if (Array.isArray(widgets)) await this.services.store.arrange(sidebar.id, widgets.map(idOf));
    await this.updateAdditionalFields(sidebar, request);
    request.setParam('context', 'edit');
    await this.server.hooks.action('rest_save_sidebar').promise(sidebar, request);
    return this.#prepare(sidebar, this.services.store.sidebars(), request);
  };

  #load(request: RestRequest): Required<Sidebar> {
    const { sidebars, store } = this.services;
    const id = String(request.getParam('id'));
    const sidebar = id === store.inactive ? inactiveSidebar(id) : sidebars.get(id);
    if (sidebar === undefined) throw errors.rest_sidebar_not_found();
    return sidebar;
  }

  async #prepare(
    sidebar: Required<Sidebar>,
    widgets: ReadonlyMap<string, readonly string[]>,
    request: RestRequest,
  ): Promise<RestResponse> {
    const { show_in_rest: _, ...values } = sidebar;
    const { id } = sidebar;
    const status = id === this.services.store.inactive ? 'inactive' : 'active';
    const fields = this.fieldsForResponse(request);
    const data = fields.pick({ ...values, status, widgets: widgets.get(id) ?? [] });
    const response = await this.answerWith(data, request);
    if (fields.withLinks) {
      const shown = addQueryArgs(this.url('widgets', request), { sidebar: id });
      response.addLink('collection', this.url(this.restBase, request));
      response.addLink('self', this.url(`${this.restBase}/${id}`, request));
      response.addLink(this.server.site.brand.relation('widget'), shown, { embeddable: true });
    }
    return this.server.hooks.filter('rest_prepare_sidebar').promise(response, sidebar, request);
  }
}

/** The id of a widget, which may be sent as the widget itself. */
const idOf = (widget: unknown): string =>
  String(typeof widget === 'object' && widget !== null ? (widget as { id?: unknown }).id : widget);
