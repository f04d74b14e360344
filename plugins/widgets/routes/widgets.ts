import {
  type EndpointArgument,
  type ItemSchema,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../../core/index.ts';
import { declared } from '../../../core/rest/index.ts';
import { widgetErrors as errors } from '../errors.ts';
import { formValues } from '../form-values.ts';
import type { Widget } from '../store.ts';
import type { WidgetInstance, WidgetType } from '../widget-types.ts';
import { type WidgetServices, WidgetsRestController } from './controller.ts';
import { widgetSchema } from './widget-schema.ts';

const sidebarArg: EndpointArgument = { description: 'Only the widgets of this sidebar.', type: 'string' };
const forceArg: EndpointArgument = {
  description: 'Whether the widget is deleted, and not made inactive.',
  type: 'boolean',
};

/** Answers `/widgets`: the widgets of the site. */
export class WidgetsController extends WidgetsRestController {
  constructor(server: RestServer, services: WidgetServices) {
    super(server, 'widgets', services);
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    const invalid = declared(errors, 'rest_invalid_widget');
    this.server.registerRoute(this.namespace, this.restBase, {
      allow_batch: { v1: true },
      0: { callback: this.#list, permission_callback: this.mayList, args: { context, sidebar: sidebarArg } },
      1: {
        methods: 'POST',
        callback: this.#create,
        permission_callback: this.mayManage,
        args: this.endpointArgs('POST'),
        errors: invalid,
      },
      schema: this.publicSchema,
      collection: 'list',
    });
    this.server.registerRoute(this.namespace, `${this.restBase}/(?P<id>[\\w-]+)`, {
      args: { id: { description: 'The id of a widget.', type: 'string' } },
      allow_batch: { v1: true },
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      1: {
        methods: ['POST', 'PUT', 'PATCH'],
        callback: this.#update,
        permission_callback: this.mayManage,
        args: this.endpointArgs('PUT'),
        errors: invalid,
      },
      2: { methods: 'DELETE', callback: this.#delete, permission_callback: this.mayManage, args: { force: forceArg } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return widgetSchema(this.services.store.inactive);
  }

  readonly #mayRead = (request: RestRequest): true => {
    const widget = this.services.store.find(String(request.getParam('id')));
    return (widget !== null && this.maySee(widget.sidebar, request)) || this.mayManage(request);
  };

  readonly #list = async (request: RestRequest): Promise<RestResponse> => {
    const { store } = this.services;
    const only = request.getParam('sidebar');
    const shown = [...store.sidebars()]
      .filter(([sidebar]) => (only === null || only === sidebar) && this.maySee(sidebar, request))
      .flatMap(([sidebar, ids]) => ids.map((id) => store.load(id, sidebar)!));
    const answers = await Promise.all(shown.map((widget) => this.#prepare(widget, request)));
    return new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => this.#prepare(this.#load(request), request);

  readonly #create = async (request: RestRequest): Promise<RestResponse> => {
    const { store, types, widgets } = this.services;
    const type = types.get(String(request.getParam('id_base') ?? ''));
    if (type === undefined) throw errors.rest_invalid_widget();
    const given = this.#given(type, request);
    const instance = given === null ? null : widgets.updated(type, given, {}, request.user);
    const widget = await store.create(type, String(request.getParam('sidebar')), instance);
    const response = await this.#saved(widget, request, true);
    response.status = 201;
    return response;
  };

  readonly #update = async (request: RestRequest): Promise<RestResponse> => {
    const { store, widgets } = this.services;
    const widget = this.#load(request);
    const given = this.#given(widget.type, request);
    if (given !== null) await store.set(widget, (old) => widgets.updated(widget.type, given, old, request.user));
    const sidebar = request.getParam('sidebar');
    if (sidebar !== null) await store.move(widget.id, String(sidebar));
    return this.#saved(this.#load(request), request, false);
  };

  readonly #delete = async (request: RestRequest): Promise<RestResponse> => {
    const { store } = this.services;
    const widget = this.#load(request);
    request.setParam('context', 'edit');
    const response = await this.#removed(widget, request);
    const hook = this.server.hooks.action('rest_delete_widget');
    await hook.promise(widget.id, store.find(widget.id)?.sidebar ?? widget.sidebar, response, request);
    return response;
  };

  /** Deletes a widget, or makes it inactive where a request does not say that it is to be deleted. */
  async #removed(widget: Widget, request: RestRequest): Promise<RestResponse> {
    const { store } = this.services;
    if (request.getParam('force') === true) {
      const previous = await this.#prepare(widget, request);
      await store.delete(widget);
      return new RestResponse({ deleted: true, previous: previous.data });
    }
    await store.move(widget.id, store.inactive);
    return this.#prepare(this.#load(request), request);
  }

  /** What a request sets a widget to, by its `instance` or by the fields of its form; null if it sets nothing. */
  #given(type: WidgetType, request: RestRequest): WidgetInstance | null {
    const instance = request.getParam('instance') as Readonly<Record<string, unknown>> | null;
    if (instance !== null) return this.services.widgets.given(type, instance);
    return formValues(type, request.getParam('form_data'));
  }

  #load(request: RestRequest): Widget {
    const widget = this.services.store.find(String(request.getParam('id')));
    if (widget === null) throw errors.rest_widget_not_found();
    return widget;
  }

  async #saved(widget: Widget, request: RestRequest, creating: boolean): Promise<RestResponse> {
    const action = this.server.hooks.action('rest_after_save_widget');
    await action.promise(widget.id, widget.sidebar, request, creating);
    await this.updateAdditionalFields(widget, request);
    request.setParam('context', 'edit');
    return this.#prepare(widget, request);
  }

  async #prepare(widget: Widget, request: RestRequest): Promise<RestResponse> {
    const { sidebars, widgets } = this.services;
    const { id, type, sidebar, instance, number } = widget;
    const fields = this.fieldsForResponse(request);
    const data: Record<string, unknown> = fields.pick({ id, id_base: type.id, sidebar });
    const place = sidebars.get(sidebar);
    if (fields.has('rendered')) {
      data.rendered = place === undefined ? '' : await widgets.render(type, instance, id, place);
    }
    if (fields.has('rendered_form')) data.rendered_form = widgets.form(type, instance, number);
    if (fields.has('instance')) data.instance = widgets.shown(type, instance);
    const response = await this.answerWith(data, request);
    if (fields.withLinks) {
      response.addLink('self', this.url(`${this.restBase}/${id}`, request));
      response.addLink('collection', this.url(this.restBase, request));
      response.addLink('about', this.url(`widget-types/${type.id}`, request), { embeddable: true });
      response.addLink(this.server.site.brand.relation('sidebar'), this.url(`sidebars/${sidebar}/`, request));
    }
    return this.server.hooks.filter('rest_prepare_widget').promise(response, widget, request);
  }
}
