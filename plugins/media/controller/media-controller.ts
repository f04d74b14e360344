import type { EndpointArgument, ItemSchema, RestRequest, RestResponse, RestServer } from '../../../core/index.ts';
import { declared } from '../../../core/rest/index.ts';
import { toText } from '../../../core/schema/index.ts';
import { sanitizeTextField, slugify } from '../../../core/text/index.ts';
import type { ContentType } from '../../content-types/index.ts';
import {
  type ItemValues,
  idOf,
  itemUrl,
  metaOf,
  type Post,
  type PostInput,
  type PostQuery,
  PostsController,
  postLoaders,
  rawText,
  type ShownItem,
  statusParam,
} from '../../posts/index.ts';
import type { AttachedFile } from '../attachments/attached-file.ts';
import { ALT_TEXT, FILE, METADATA } from '../attachments/metadata.ts';
import { MediaDependencies } from '../dependencies.ts';
import { mediaErrors as errors } from '../errors.ts';
import { baseName, splitName } from '../storage/paths.ts';
import { receiveFile } from '../upload/receive.ts';
import { checkUpload, discardUpload, type StoredUpload, storeUpload } from '../upload/store-upload.ts';
import { withTemporaryFolder } from '../upload/temporary.ts';
import { editImage } from './edit-image.ts';
import { attachedFile, mediaValues } from './media-values.ts';
import { createMissingSizes } from './post-process.ts';
import { mediaRoutes } from './routes.ts';
import { FILE_STATUSES, MEDIA_FAMILIES, mediaParams, mediaSchema } from './schema.ts';

/** Fields that are made of what a file's metadata says of it. */
const OF_FILE = ['media_details', 'source_url'];

/** Answers the routes of files: those of items, uploads, and the editing of images. */
export class MediaController extends PostsController {
  readonly media: MediaDependencies;
  override readonly allowBatch = undefined;
  override readonly createErrors = declared(errors, 'rest_upload_sideload_error', 'rest_upload_unknown_error');
  /** The files that requests have uploaded. */
  readonly #uploads = new WeakMap<RestRequest, StoredUpload>();
  /** Requests whose upload has been stored as an item. */
  readonly #completed = new WeakSet<RestRequest>();

  constructor(server: RestServer, type: ContentType) {
    super(server, type);
    this.media = server.services.get('media', MediaDependencies);
  }

  override registerRoutes(): void {
    super.registerRoutes();
    for (const { path, args } of mediaRoutes(this)) this.server.registerRoute(this.namespace, path, args);
  }

  protected override makeItemSchema(): ItemSchema {
    return mediaSchema(super.makeItemSchema());
  }

  override collectionParams(): Record<string, EndpointArgument> {
    const { status: _, ...params } = super.collectionParams();
    const status = { ...statusParam(this.scope, 'inherit'), items: { type: 'string' as const, enum: FILE_STATUSES } };
    return { ...params, status, ...mediaParams() };
  }

  override queryOf(request: RestRequest): PostQuery {
    const query: PostQuery = { ...super.queryOf(request), searchMeta: FILE };
    const asked = (name: string) => (request.getParam(name) ?? []) as readonly string[];
    const ofFamilies = asked('media_type').flatMap((family) => MEDIA_FAMILIES.get(family) ?? []);
    const named = asked('mime_type').filter((type) => MEDIA_FAMILIES.get(type.split('/', 1)[0]!)?.includes(type));
    const mimeTypes = named.length > 0 ? named : ofFamilies;
    return mimeTypes.length === 0 ? query : { ...query, mimeTypes };
  }

  override async mayCreate(request: RestRequest): Promise<boolean> {
    await super.mayCreate(request);
    const id = idOf(request.getParam('post'));
    if (id === 0) return true;
    const parent = await this.dependencies.posts.loader(request.context).load(id);
    if (parent === null || !request.user.can('edit_post', parent)) throw errors.rest_cannot_edit(request);
    return true;
  }

  /** Editing an image makes a new file. */
  async mayEditImage(request: RestRequest): Promise<boolean> {
    if (!request.user.can('upload_files')) throw errors.rest_cannot_edit_image(request);
    return this.mayUpdate(request);
  }

  override async create(request: RestRequest): Promise<RestResponse> {
    await this.#checkParent(request);
    return this.media.recording(async (media) => {
      const upload = await withTemporaryFolder(async (folder) => {
        const { hooks } = media;
        const brought = await hooks.filter('rest_upload_file').promise(null, request, folder);
        const file = await checkUpload(brought ?? (await receiveFile(request, folder)), request.user, media);
        return storeUpload(file, media, hooks.filter('rest_upload_makes_sizes').call(true, request));
      });
      this.#uploads.set(request, upload);
      try {
        return await super.create(request);
      } catch (error) {
        if (!this.#completed.has(request)) await discardUpload(upload, media);
        throw error;
      }
    });
  }

  /** Whether the user of a request may read a file. Its metadata is read side by side with the item that it belongs to. */
  override async isReadable(post: Post, request: RestRequest): Promise<boolean> {
    const fields = this.fieldsForResponse(request);
    const [isReadable] = await Promise.all([
      super.isReadable(post, request),
      OF_FILE.some((name) => fields.has(name)) && metaOf(post, this.dependencies, request.context),
    ]);
    return isReadable;
  }

  override async update(request: RestRequest): Promise<RestResponse> {
    await this.#checkParent(request);
    return super.update(request);
  }

  /** Makes the sizes that an image has not. */
  async postProcess(request: RestRequest): Promise<RestResponse> {
    const post = await this.load(request);
    const file = await this.fileOf(post, request);
    await this.media.recording((media) => createMissingSizes(post, file, media));
    postLoaders(request.context).clear();
    request.setParam('context', 'edit');
    return this.prepare(post, request);
  }

  /** Makes a new image of an old one. */
  async edit(request: RestRequest): Promise<RestResponse> {
    const post = await this.load(request);
    const file = await this.fileOf(post, request);
    const edited = await this.media.recording((media) => editImage(post, file, request, media));
    const response = await this.prepare(edited, request);
    response.status = 201;
    return response.header('Location', itemUrl(this.scope, edited.id, request));
  }

  /** The data of the file of an attachment. */
  fileOf(post: Post, request: RestRequest): Promise<AttachedFile> {
    return attachedFile(post, { posts: this.dependencies, media: this.media }, request);
  }

  override async inputOf(request: RestRequest, before: Post | null): Promise<PostInput> {
    const input = await super.inputOf(request, before);
    const [excerpt, content] = ['caption', 'description'].map((name) => rawText(request.getParam(name)));
    const parent = request.getParam('post');
    const upload = this.#uploads.get(request);
    return {
      ...input,
      ...(excerpt === undefined ? {} : { excerpt }),
      ...(content === undefined ? {} : { content }),
      ...(parent === null ? {} : { parent: idOf(parent) }),
      ...(upload === undefined ? {} : this.#inputOfUpload(upload, input.title, excerpt)),
    };
  }

  override async saveRelated(post: Post, request: RestRequest, isNew: boolean): Promise<void> {
    const { meta, hooks } = this.media;
    await super.saveRelated(post, request, isNew);
    const alt = request.getParam('alt_text');
    if (alt !== null) await meta.set('post', post.id, ALT_TEXT, sanitizeTextField(toText(alt)));
    const upload = this.#uploads.get(request);
    if (upload === undefined) return;
    this.media.database.afterCommit(() => void this.#completed.add(request), { changesAnswers: false });
    const filter = hooks.filter('wp_generate_attachment_metadata');
    if (!filter.isUsed()) return;
    await meta.set('post', post.id, METADATA, await filter.promise(upload.metadata, post.id, 'create'));
  }

  protected override values(item: ShownItem): ItemValues {
    const { post, request, fields } = item;
    let file: Promise<AttachedFile> | undefined;
    const find = () => {
      file ??= this.fileOf(post, request);
      return file;
    };
    const dependencies = { posts: this.dependencies, media: this.media };
    return { ...super.values(item), ...mediaValues(post, find, fields, dependencies) };
  }

  override async prepare(post: Post, request: RestRequest): Promise<RestResponse> {
    const response = await super.prepare(post, request);
    // A client that loses the answer to an upload finds the file by this.
    if (this.#uploads.has(request))
      response.header(this.server.site.brand.header('Upload-Attachment-ID'), String(post.id));
    return response;
  }

  /** Texts that the request leaves out are taken from the image itself, or from the name of the file. */
  #inputOfUpload({ path, original, type, metadata }: StoredUpload, title = '', caption = ''): PostInput {
    const { title: imageTitle = '', caption: imageCaption = '' } = metadata.image_meta ?? {};
    const isNumber = /^\d+$/.test(slugify(imageTitle));
    return {
      title: title || (isNumber ? '' : imageTitle) || splitName(baseName(original)).stem,
      ...(caption === '' && imageCaption !== '' ? { excerpt: imageCaption } : {}),
      mimeType: type,
      guid: this.media.storage.url(original),
      metaInput: { [FILE]: path, [METADATA]: metadata },
    };
  }

  /** A file belongs to an item, not to another file or to a revision. */
  async #checkParent(request: RestRequest): Promise<void> {
    const id = idOf(request.getParam('post'));
    const parent = id === 0 ? null : await this.dependencies.posts.loader(request.context).load(id);
    if (parent !== null && ['attachment', 'revision'].includes(parent.type)) throw errors.rest_invalid_param();
  }
}
