import {
  addQueryArgs,
  type EndpointArgument,
  type ItemSchema,
  itemSchema,
  type RestError,
  type RestRequest,
  type RestResponse,
  type RouteArgs,
} from '../../core/index.ts';
import { MediaDependencies } from '../media/index.ts';
import {
  EVERYWHERE,
  type ItemValues,
  idOf,
  NO_RELATED_DATA,
  type Post,
  type PostInput,
  type PostQuery,
  postRoutes,
  type RelatedData,
  readOnly,
  type ShownItem,
} from '../posts/index.ts';
import { cleanAddress, cleanFontFamily, cleanSource, webAddress } from './clean.ts';
import { fontErrors as errors } from './errors.ts';
import { faceName } from './face-name.ts';
import { FILE } from './follow.ts';
import { FontFiles, type StoredFont } from './font-files.ts';
import { LibraryController } from './library-controller.ts';
import { COMMON_FIELDS, FACE_SETTINGS, THEME_JSON_VERSION } from './schema.ts';
import { badSettings, type FontSettings, readSettings, settingsArgument, writeSettings } from './settings.ts';

const SETTINGS = 'font_face_settings';
const CLEANERS = { fontFamily: cleanFontFamily, preview: cleanAddress, src: cleanSource };
const FAMILY_ARG: EndpointArgument = { description: 'The id of the font family.', type: 'integer', required: true };

/** Answers `/font-families/<id>/font-faces`: the faces of a family, with their files. */
export class FacesController extends LibraryController {
  readonly #media = this.server.services.get('fonts', MediaDependencies);
  /** The files that were stored for a request that makes a face. */
  readonly #stored = new WeakMap<RestRequest, readonly StoredFont[]>();

  /** A face is not changed: another one takes its place. */
  override registerRoutes(): void {
    const [list, item] = postRoutes(this);
    const { 1: _, ...others } = item!.args as RouteArgs & { readonly 1?: unknown };
    const id = { ...this.idArg, required: true };
    this.#register(list!.path, list!.args, {});
    this.#register(item!.path, others, { id });
  }

  #register(path: string, args: RouteArgs, more: Record<string, EndpointArgument>): void {
    const route = { ...args, args: { font_family_id: FAMILY_ARG, ...more } };
    this.server.registerRoute(this.namespace, path, route as RouteArgs);
  }

  protected override makeItemSchema(): ItemSchema {
    return itemSchema(this.type.name, {
      ...COMMON_FIELDS,
      parent: readOnly('integer', EVERYWHERE, 'The id of the font family.'),
      [SETTINGS]: FACE_SETTINGS,
    });
  }

  override endpointArgs(method: 'POST' | 'PUT'): Record<string, EndpointArgument> {
    const { theme_json_version } = super.endpointArgs(method);
    const form = { name: SETTINGS, field: FACE_SETTINGS, cleaners: CLEANERS, check: checkSources };
    return { theme_json_version: theme_json_version!, [SETTINGS]: settingsArgument(form) };
  }

  override collectionParams(): Record<string, EndpointArgument> {
    const { slug: _, ...params } = super.collectionParams();
    return params;
  }

  override queryOf(request: RestRequest): PostQuery {
    return { ...super.queryOf(request), parents: [familyId(request)] };
  }

  override async list(request: RestRequest): Promise<RestResponse> {
    await this.#checkFamily(request);
    const response = await super.list(request);
    if (response.pagination !== undefined) {
      const { page: _, ...args } = request.paramsOf('query');
      const base = addQueryArgs(this.#facesUrl(familyId(request), request), args);
      response.pagination = { ...response.pagination, base };
    }
    return response;
  }

  override async read(request: RestRequest): Promise<RestResponse> {
    await this.#checkFace(request);
    return super.read(request);
  }

  override async delete(request: RestRequest): Promise<RestResponse> {
    await this.#checkFace(request);
    return super.delete(request);
  }

  /** Files are stored first, because the settings name them; they are removed when the face cannot be made. */
  override async create(request: RestRequest): Promise<RestResponse> {
    await this.#checkFamily(request);
    const settings = request.getParam(SETTINGS) as FontSettings;
    await this.#checkUnique(settings);
    const sources = [settings.src].flat().map(String);
    const named = [...new Set(sources)].filter((source) => Object.hasOwn(request.files, source));
    return this.#media.recording(async (media) => {
      const files = new FontFiles(media);
      const stored = await files.store(named.map((source) => request.files[source]!));
      this.#stored.set(request, stored);
      const src = sources.map((source) => stored[named.indexOf(source)]?.url ?? source);
      request.setParam(SETTINGS, { ...settings, src: src.length === 1 ? src[0] : src });
      try {
        const response = await super.create(request);
        const { id } = response.data as { id: number };
        return response.header('Location', `${this.#facesUrl(familyId(request), request)}/${id}`);
      } catch (error) {
        await files.remove(stored.map(({ name }) => name));
        throw error;
      }
    });
  }

  override async inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    const settings = request.getParam(SETTINGS) as FontSettings;
    await this.#checkUnique(settings);
    return {
      ...(await super.inputOf(request, before)),
      status: 'publish',
      parent: familyId(request),
      title: faceName(settings),
      content: writeSettings(settings),
    };
  }

  override async saveRelated(post: Post, request: RestRequest): Promise<void> {
    for (const { name } of this.#stored.get(request) ?? [])
      await this.dependencies.meta.add('post', post.id, FILE, name);
  }

  protected override values({ post }: ShownItem): ItemValues {
    return {
      id: () => post.id,
      theme_json_version: () => THEME_JSON_VERSION,
      parent: () => post.parent,
      [SETTINGS]: () => settingsOf(post),
    };
  }

  protected override async addLinks(response: RestResponse, { id, parent }: Post, request: RestRequest): Promise<void> {
    const faces = this.#facesUrl(parent, request);
    response.addLink('self', `${faces}/${id}`);
    response.addLink('collection', faces);
    response.addLink('parent', faces.slice(0, -'/font-faces'.length));
  }

  /** Faces have no related data to load. */
  protected override async loadRelated(): Promise<RelatedData> {
    return NO_RELATED_DATA;
  }

  #facesUrl(family: number, { context }: RestRequest): string {
    return this.server.restUrl(`${this.namespace}/font-families/${family}/font-faces`, context);
  }

  async #checkFamily(request: RestRequest): Promise<void> {
    const id = familyId(request);
    const family = id === 0 ? null : await this.dependencies.posts.loader(request.context).load(id);
    if (family?.type !== this.server.site.brand.typeName('font_family')) throw errors.rest_post_invalid_parent();
  }

  async #checkFace(request: RestRequest): Promise<void> {
    const { parent } = await this.load(request);
    await this.#checkFamily(request);
    if (parent !== familyId(request)) throw errors.rest_font_face_parent_id_mismatch();
  }

  async #checkUnique(settings: FontSettings): Promise<void> {
    const same = await this.dependencies.database.db
      .selectFrom('posts')
      .select('ID')
      .where('post_type', '=', this.type.name)
      .where('post_status', '=', 'publish')
      .where('post_title', '=', faceName(settings))
      .limit(1)
      .executeTakeFirst();
    if (same !== undefined) throw errors.rest_duplicate_font_face();
  }
}

const familyId = (request: RestRequest): number => idOf(request.getParam('font_family_id'));

/** Every source is an address or the name of a file of the form, and every file is a source. */
function checkSources({ src }: FontSettings, { files }: RestRequest): true | RestError {
  const sources = [src].flat().map((source) => String(source).trimStart());
  const unknown = sources.some((source) => webAddress(source) === undefined && !Object.hasOwn(files, source));
  if (unknown) return badSettings(`Each of ${SETTINGS}[src] must be an address or the name of a file of the form.`);
  const isUsed = Object.keys(files).every((name) => sources.includes(name));
  return isUsed || badSettings(`Each file must be named in ${SETTINGS}[src].`);
}

/** The settings of a face. Other systems may have stored unknown settings. */
function settingsOf({ content }: Post): FontSettings {
  const known = Object.entries(readSettings(content)).filter(([name]) =>
    Object.hasOwn(FACE_SETTINGS.properties!, name),
  );
  return { fontFamily: '', src: [], ...Object.fromEntries(known) };
}
