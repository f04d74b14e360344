import { RestController, type RestRequest, type RestServer } from '../../../core/index.ts';
import { widgetErrors as errors } from '../errors.ts';
import type { Sidebars } from '../sidebars.ts';
import type { WidgetStore } from '../store.ts';
import type { WidgetTypes } from '../widget-types.ts';
import type { Widgets } from '../widgets.ts';

/** The contexts of the fields that everybody sees who sees widgets at all. */
export const EVERYWHERE = ['view', 'edit', 'embed'];

/** The services that the routes need. */
export interface WidgetServices {
  readonly sidebars: Sidebars;
  readonly types: WidgetTypes;
  readonly store: WidgetStore;
  readonly widgets: Widgets;
}

/** The base of the controllers of widgets, of their kinds and of sidebars. */
export abstract class WidgetsRestController extends RestController {
  protected readonly services: WidgetServices;

  constructor(server: RestServer, restBase: string, services: WidgetServices) {
    super(server, server.site.brand.namespace, restBase);
    this.services = services;
  }

  /** Widgets are managed by those who change the look of the site. */
  protected readonly mayManage = (request: RestRequest): true => {
    if (request.user.can('edit_theme_options')) return true;
    throw errors.rest_cannot_manage_widgets(request);
  };

  /**
   * Whether a request may read a sidebar and its widgets: one that the theme shows in the interface, everybody may, but
   * for what its widgets are set to.
   */
  protected maySee(sidebar: string, request: RestRequest): boolean {
    if (request.user.can('edit_theme_options')) return true;
    return this.services.sidebars.get(sidebar)?.show_in_rest === true && request.getParam('context') !== 'edit';
  }

  /** Refuses who may read no sidebar at all. */
  protected readonly mayList = (request: RestRequest): true =>
    this.services.sidebars.list().some(({ show_in_rest }) => show_in_rest) || this.mayManage(request);

  /** The address of a path of these routes. */
  protected url(path: string, { context }: RestRequest): string {
    return this.server.restUrl(`${this.namespace}/${path}`, context);
  }
}
