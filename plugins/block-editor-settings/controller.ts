import { isMap, member } from '../../core/base/index.ts';
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
import type { GlobalStyles } from '../global-styles/index.ts';
import type { Themes } from '../themes/index.ts';
import { editorSettingsErrors as errors } from './errors.ts';

/** The services that the controller needs. */
export interface SettingsServices {
  readonly types: ContentTypes;
  readonly themes: Themes;
  readonly styles: GlobalStyles;
}

/** Apps ask as `mobile`; pages, which have their settings already, ask as one of the others. */
const CONTEXTS = ['mobile', 'post-editor', 'site-editor', 'widgets-editor'];

/** Answers `/settings` of block editors: colors, sizes and styles. */
export class SettingsController extends RestController {
  readonly #services: SettingsServices;

  constructor(server: RestServer, services: SettingsServices) {
    super(server, `${server.site.brand.prefixed('block-editor')}/v1`, 'settings');
    this.#services = services;
  }

  registerRoutes(): void {
    const context = {
      description: 'What kind of editor asks.',
      type: 'string',
      enum: CONTEXTS,
      default: 'post-editor',
    } as const;
    this.server.registerRoute(this.namespace, this.restBase, {
      0: { callback: this.#read, permission_callback: this.#mayRead, args: { context } },
      schema: this.publicSchema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    const list = (description: string) => readonlyField('array', CONTEXTS, description, { items: { type: 'object' } });
    return itemSchema('block-editor-settings', {
      __experimentalFeatures: readonlyField('object', CONTEXTS, 'What blocks may be given.'),
      __experimentalStyles: readonlyField('object', CONTEXTS, 'The styles of the site, of elements and of blocks.'),
      colors: list('The colors to choose from.'),
      gradients: list('The gradients to choose from.'),
      fontSizes: list('The font sizes to choose from.'),
    });
  }

  readonly #mayRead = (request: RestRequest): true => {
    const { user } = request;
    if (user.can('edit_posts') || this.#services.types.editableBy(user)) return true;
    throw errors.rest_cannot_read_block_editor_settings(request);
  };

  readonly #read = async (request: RestRequest): Promise<RestResponse> => {
    const { themes, styles } = this.#services;
    const { settings, styles: look } = await styles.ofSite(themes.active());
    const data: Record<string, unknown> = {
      __experimentalFeatures: settings,
      __experimentalStyles: look,
      colors: presets(settings, 'color', 'palette'),
      gradients: presets(settings, 'color', 'gradients'),
      fontSizes: presets(settings, 'typography', 'fontSizes'),
    };
    const picked = this.fieldsForResponse(request).pick(data);
    return new RestResponse(await this.addAdditionalFields(picked, request));
  };
}

/** The presets that apply: those of the site, or else of the theme, or else those of every theme. */
function presets(settings: unknown, group: string, list: string): readonly unknown[] {
  const byOrigin = member(settings, group, list);
  const lists = ['custom', 'theme', 'default'].map((origin) => (isMap(byOrigin) ? byOrigin[origin] : undefined));
  return lists.find((one): one is unknown[] => Array.isArray(one) && one.length > 0) ?? [];
}
