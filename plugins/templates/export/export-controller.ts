import {
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  RestResponse,
  type RestServer,
} from '../../../core/index.ts';
import type { Brand } from '../../../core/site/index.ts';
import type { Themes } from '../../themes/index.ts';
import { templateErrors as errors } from '../errors.ts';
import type { TemplateStore } from '../template-store.ts';
import { archiveOf } from './archive.ts';

const exportNamespace = (brand: Brand): string => `${brand.prefixed('block-editor')}/v1`;

/** Whether an answer is an archive, which is sent as it is in place of JSON. */
export const isArchive = ({ body, error, matchedRoute }: RestResponse, brand: Brand): boolean =>
  body !== undefined && error === undefined && matchedRoute === `/${exportNamespace(brand)}/export`;

/** Answers `/export`: the templates and parts of the active theme, as the site has them, in a ZIP file. */
export class ExportController extends RestController {
  readonly #themes: Themes;
  readonly #stores: readonly TemplateStore[];

  constructor(server: RestServer, themes: Themes, stores: readonly TemplateStore[]) {
    super(server, exportNamespace(server.site.brand), 'export');
    this.#themes = themes;
    this.#stores = stores;
  }

  registerRoutes(): void {
    this.server.registerRoute(this.namespace, this.restBase, {
      callback: this.#export,
      permission_callback: this.#mayExport,
    });
  }

  protected makeItemSchema(): ItemSchema {
    return itemSchema('export', {});
  }

  readonly #mayExport = (request: RestRequest): true => {
    if (request.user.can('edit_theme_options')) return true;
    throw errors.rest_cannot_export_templates(request);
  };

  readonly #export = async (request: RestRequest): Promise<RestResponse> => {
    const theme = this.#themes.active();
    const archive = await archiveOf(theme, this.#stores, request.context);
    const response = new RestResponse(null);
    response.header('Content-Type', 'application/zip');
    response.header('Content-Disposition', `attachment; filename="${theme.stylesheet.replace(/[^\w.-]/g, '-')}.zip"`);
    response.header('Content-Length', String(archive.length));
    response.body = archive;
    return response;
  };
}
