import {
  type EndpointArgument,
  type ItemSchema,
  itemSchema,
  type RestRequest,
  type RestResponse,
} from '../../core/index.ts';
import {
  EVERYWHERE,
  type ItemValues,
  itemUrl,
  NO_RELATED_DATA,
  type Post,
  type PostInput,
  type RelatedData,
  readOnly,
  type ShownItem,
} from '../posts/index.ts';
import { cleanAddress, cleanFontFamily, cleanSlug } from './clean.ts';
import { fontErrors as errors } from './errors.ts';
import { FacesOf } from './faces-of.ts';
import { LibraryController } from './library-controller.ts';
import { COMMON_FIELDS, FAMILY_SETTINGS, THEME_JSON_VERSION } from './schema.ts';
import { badSettings, type FontSettings, readSettings, settingsArgument, writeSettings } from './settings.ts';

const SETTINGS = 'font_family_settings';
const CLEANERS = { slug: cleanSlug, fontFamily: cleanFontFamily, preview: cleanAddress };

/** Answers `/font-families`: the families of fonts that the site has. */
export class FamiliesController extends LibraryController {
  readonly #faces = new FacesOf(this.dependencies.posts, this.server.site.brand.typeName('font_face'));

  protected override makeItemSchema(): ItemSchema {
    return itemSchema(this.type.name, {
      ...COMMON_FIELDS,
      font_faces: readOnly('array', EVERYWHERE, 'The ids of the faces of the family.', { items: { type: 'integer' } }),
      [SETTINGS]: FAMILY_SETTINGS,
    });
  }

  /** A change may leave settings out. The slug stays, for styles refer to it. */
  override endpointArgs(method: 'POST' | 'PUT'): Record<string, EndpointArgument> {
    const { theme_json_version } = super.endpointArgs(method);
    const form = { name: SETTINGS, field: FAMILY_SETTINGS, cleaners: CLEANERS };
    const { required: _, ...optional } = FAMILY_SETTINGS;
    const check = (settings: FontSettings) =>
      Object.hasOwn(settings, 'slug') ? badSettings(`${SETTINGS}[slug] cannot be changed.`) : true;
    return {
      theme_json_version: theme_json_version!,
      [SETTINGS]: settingsArgument(method === 'POST' ? form : { ...form, field: optional, check }),
    };
  }

  override async inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    const given = request.getParam(SETTINGS) as FontSettings;
    const { name, slug, ...settings } = { ...(before === null ? {} : settingsOf(before)), ...given };
    if (before === null && (await this.#isTaken(String(slug)))) throw errors.rest_duplicate_font_family();
    return {
      ...(await super.inputOf(request, before)),
      status: 'publish',
      title: String(name),
      name: String(slug),
      content: writeSettings(settings),
    };
  }

  protected override values({ post, request }: ShownItem): ItemValues {
    return {
      id: () => post.id,
      theme_json_version: () => THEME_JSON_VERSION,
      font_faces: () => this.#faces.of(post.id, request),
      [SETTINGS]: () => settingsOf(post),
    };
  }

  protected override async addLinks(response: RestResponse, post: Post, request: RestRequest): Promise<void> {
    const self = itemUrl(this.scope, post.id, request);
    response.addLink('self', self);
    response.addLink('collection', this.server.restUrl(`${this.namespace}/${this.restBase}`, request.context));
    for (const id of await this.#faces.of(post.id, request)) {
      response.addLink('font_faces', `${self}/font-faces/${id}`, { embeddable: true });
    }
  }

  protected override async loadRelated(posts: readonly Post[], request: RestRequest): Promise<RelatedData> {
    await this.#faces.fill(
      posts.map(({ id }) => id),
      request,
    );
    return NO_RELATED_DATA;
  }

  async #isTaken(slug: string): Promise<boolean> {
    return (await this.dependencies.posts.query({ types: [this.type.name], slugs: [slug], perPage: 1 })).total > 0;
  }
}

/** The settings of a family: the item's title and slug come from them. */
function settingsOf({ title, name, content }: Post): FontSettings {
  const { fontFamily = '', preview = '' } = readSettings(content);
  return { name: title, slug: name, fontFamily, preview };
}
