import {
  type EndpointArgument,
  type ItemSchema,
  itemSchema,
  type RestRequest,
  RestResponse,
  type RestServer,
  readonlyField,
} from '../../../core/index.ts';
import { widgetErrors as errors } from '../errors.ts';
import { formValues } from '../form-values.ts';
import { previewPage } from '../preview-page.ts';
import { classOf, type WidgetInstance, type WidgetType } from '../widget-types.ts';
import { EVERYWHERE, type WidgetServices, WidgetsRestController } from './controller.ts';

const idArg: EndpointArgument = { description: 'The kind of widget.', type: 'string' };
const instanceArg: EndpointArgument = {
  description: 'What the widget is set to, as it was encoded before, with its hash.',
  type: 'object',
};
const formArg: EndpointArgument = {
  description: 'The fields of the form of the widget, as a form sends them.',
  type: 'string',
};

/** Answers `/widget-types`: the kinds of widgets, their forms, and what a widget would look like. */
export class WidgetTypesController extends WidgetsRestController {
  constructor(server: RestServer, services: WidgetServices) {
    super(server, 'widget-types', services);
  }

  registerRoutes(): void {
    const context = this.contextParam({ default: 'view' });
    const one = `${this.restBase}/(?P<id>[a-zA-Z0-9_-]+)`;
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#list, permission_callback: this.mayManage, args: { context } },
      schema: this.publicSchema,
      collection: 'list',
    });
    this.server.registerRoute(this.namespace, one, {
      args: { id: idArg },
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      schema: this.publicSchema,
    });
    this.server.registerRoute(this.namespace, `${one}/encode`, {
      args: { id: idArg, instance: instanceArg, form_data: formArg },
      0: { methods: 'POST', callback: this.#encode, permission_callback: this.#mayRead },
    });
    this.server.registerRoute(this.namespace, `${one}/render`, {
      args: { id: idArg, instance: instanceArg },
      0: { methods: 'POST', callback: this.#render, permission_callback: this.#mayRead },
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('widget-type', {
      id: readonlyField('string', EVERYWHERE, 'The first part of the ids of its widgets.'),
      name: readonlyField('string', EVERYWHERE, 'The name, for people.'),
      description: readonlyField('string', EVERYWHERE, 'What its widgets show.'),
      is_multi: readonlyField('boolean', EVERYWHERE, 'Whether there may be several widgets of it.'),
      classname: readonlyField('string', EVERYWHERE, 'The class of its widgets.'),
    });
  }

  readonly #mayRead = (request: RestRequest): true => {
    this.mayManage(request);
    this.#load(request);
    return true;
  };

  readonly #list = async (request: RestRequest): Promise<RestResponse> => {
    const answers = await Promise.all(this.services.types.list().map((type) => this.#prepare(type, request)));
    return new RestResponse(answers.map((answer) => this.server.prepareForCollection(answer)));
  };

  readonly #read = (request: RestRequest): Promise<RestResponse> => this.#prepare(this.#load(request), request);

  /** The form, the look and the encoded instance of a widget as a form sets it. */
  readonly #encode = async (request: RestRequest): Promise<RestResponse> => {
    const { widgets } = this.services;
    const type = this.#load(request);
    const old = this.#instanceOf(request);
    const given = formValues(type, request.getParam('form_data'));
    const instance = given === null ? old : widgets.updated(type, given, old, request.user);
    return new RestResponse({
      form: widgets.form(type, instance),
      preview: await widgets.render(type, instance),
      instance: widgets.shown(type, instance),
    });
  };

  readonly #render = async (request: RestRequest): Promise<RestResponse> => {
    const type = this.#load(request);
    const markup = await this.services.widgets.render(type, this.#instanceOf(request));
    return new RestResponse({ preview: previewPage(type, markup) });
  };

  #instanceOf(request: RestRequest): WidgetInstance {
    const instance = request.getParam('instance') as Readonly<Record<string, unknown>> | null;
    return instance === null || Object.keys(instance).length === 0 ? {} : this.services.widgets.decoded(instance);
  }

  #load(request: RestRequest): WidgetType {
    const type = this.services.types.get(String(request.getParam('id')));
    if (type === undefined) throw errors.rest_widget_type_invalid();
    return type;
  }

  async #prepare(type: WidgetType, request: RestRequest): Promise<RestResponse> {
    const { id, name, description = '' } = type;
    const fields = this.fieldsForResponse(request);
    const data = fields.pick({ id, name, description, is_multi: true, classname: classOf(type) });
    const response = await this.answerWith(data, request);
    if (fields.withLinks) {
      response.addLink('collection', this.url(this.restBase, request));
      response.addLink('self', this.url(`${this.restBase}/${id}`, request));
    }
    return this.server.hooks.filter('rest_prepare_widget_type').promise(response, type, request);
  }
}
