import { boolean, defaulted, enums, min, number, object, optional, record, string } from 'superstruct';
import { claim } from '../../core/hooks/index.ts';
import { definePlugin } from '../../core/index.ts';
import { Database } from '../database/index.ts';
import { MetaStore } from '../meta/index.ts';
import { Options, SiteClock } from '../options/index.ts';
import { PostStore } from '../posts/index.ts';
import { followAttachments } from './attachments/follow.ts';
import { AttachmentImages, StoredImages } from './attachments/images.ts';
import { addCommands } from './commands.ts';
import { describeUpload } from './controller/describe-upload.ts';
import { MediaController } from './controller/media-controller.ts';
import { MediaDependencies } from './dependencies.ts';
import { mediaHooks } from './hooks.ts';
import { isWritable, WRITABLE_TYPES } from './images/make-sizes.ts';
import { registeredSizes } from './images/registered-sizes.ts';
import { ImageQueue } from './images/sharp.ts';
import { serveFiles } from './serving/serve-files.ts';
import { DiskStorage } from './storage/disk-storage.ts';
import { DiskFiles, MediaStorage } from './storage/media-storage.ts';
import { isMentioned } from './storage/mentioned.ts';
import { baseName } from './storage/paths.ts';
import { filesPlace, uploadsPath } from './storage/place.ts';
import { UnrecordedFiles } from './storage/unrecorded.ts';

export type { AttachedFile } from './attachments/attached-file.ts';
export { featuredImage } from './attachments/featured-image.ts';
export { pathsOf } from './attachments/files.ts';
export { AttachmentImages, type SizedImage } from './attachments/images.ts';
export { type AttachmentMetadata, FILE, METADATA, readMetadata, type StoredSize } from './attachments/metadata.ts';
export { MediaController } from './controller/media-controller.ts';
export { MediaDependencies } from './dependencies.ts';
export type { Dimensions, ImageSize } from './images/dimensions.ts';
export { ImageQueue } from './images/sharp.ts';
export { deliveryOf } from './serving/delivery.ts';
export {
  type ByteRange,
  DiskFiles,
  type ListedFile,
  type ListedStorage,
  MediaStorage,
  type StoredFile,
  totalSize,
} from './storage/media-storage.ts';
export { notingStorage } from './storage/noting-storage.ts';
export { baseName, isStoragePath } from './storage/paths.ts';
export { uploadsPath } from './storage/place.ts';
export { type CheckedFile, checkFile } from './types/check-file.ts';
export { allowedTypes, extensionOf, FONT_TYPES } from './types/mime-types.ts';
export { safeName, storeUnderFreeName } from './upload/names.ts';
export type { ReceivedFile } from './upload/receive.ts';
export { type FileBeside, storeBeside } from './upload/store-beside.ts';
export {
  checkLocalFile,
  checkRoom,
  discardUpload,
  type LocalFile,
  type StoredUpload,
  storeUpload,
} from './upload/store-upload.ts';
export { withTemporaryFolder } from './upload/temporary.ts';

/** How many images are worked on at the same time. */
const IMAGES_AT_ONCE = 2;

/** Files: uploaded, stored, served, and images in their sizes. */
export default definePlugin({
  name: 'media',
  version: '0.1.0',
  description: 'Takes uploads, makes image sizes, serves files, and answers /media.',
  group: 'media',
  cacheable: true,
  requires: {
    'content-types': '^0.1.0',
    database: '^0.1.0',
    meta: '^0.1.0',
    options: '^0.1.0',
    posts: '^0.1.0',
    roles: '^0.1.0',
  },
  capabilities: [
    'authentication',
    'content:write',
    'database',
    'files',
    'options:read',
    'pages',
    'routes:cms/v2',
    'users:write',
  ],
  hooks: mediaHooks,
  options: object({
    /** The folder of the local disk for the files: `./data/uploads`, or where a WordPress that is served has them. */
    folder: optional(string()),
    /** Whether files are stored there; without it another plugin provides the service `MediaStorage`. */
    disk: defaulted(boolean(), true),
    /** The most bytes of one file; the limit of the host when left out. */
    maxFileSize: optional(min(number(), 1)),
    /** The most bytes of all files. */
    maxSpace: optional(min(number(), 1)),
    /** The most pixels of an image. */
    maxPixels: defaulted(min(number(), 1), 100_000_000),
    /** The most pixels of an image that is edited, in each step: all of them are in memory, twice. */
    maxEditedPixels: defaulted(min(number(), 1), 50_000_000),
    /** The media types that the sizes of images are written in, by that of the image: `{ 'image/jpeg': 'image/webp' }`. */
    formats: defaulted(record(enums(WRITABLE_TYPES), enums(WRITABLE_TYPES)), {}),
    /** Whether what cameras and photographers wrote into an image is left out of its sizes and copies. */
    stripMeta: defaulted(boolean(), true),
  }),
  setup(host, { folder: given, disk, maxFileSize, maxSpace, maxPixels, maxEditedPixels, formats, stripMeta }) {
    const { hooks, site, brand } = host;
    const basePath = uploadsPath(brand);
    const options = host.use(Options);
    const { folder, notes, address, isShared } = filesPlace(site, options, given, basePath);
    const onDisk = new DiskStorage(folder, address, isShared);
    host.provide(DiskFiles, onDisk);
    if (disk) host.provide(MediaStorage, onDisk);

    const unrecorded = new UnrecordedFiles(notes);
    const database = host.use(Database);
    const meta = host.use(MetaStore);
    const shown = {
      hooks,
      meta,
      // A plugin that provides another storage may be set up later.
      get storage() {
        return host.use(MediaStorage);
      },
      sizes: () => registeredSizes(options, hooks),
    };
    const images = new StoredImages(shown);
    const dependencies: MediaDependencies = {
      hooks,
      log: host.log,
      images,
      get storage() {
        return shown.storage;
      },
      queue: new ImageQueue(IMAGES_AT_ONCE),
      maxPixels,
      maxEditedPixels,
      sizes: shown.sizes,
      output: {
        typeOf: (path, type) => {
          const wanted = hooks.filter('image_editor_output_format').call(formats, path, type)[type] ?? type;
          return isWritable(wanted) ? wanted : type;
        },
        stripsMeta: () => hooks.filter('image_strip_meta').call(stripMeta),
      },
      database,
      options,
      clock: host.use(SiteClock),
      meta,
      posts: host.use(PostStore),
      limits: { fileSize: maxFileSize, space: maxSpace },
      recording: (work) => {
        if (!disk) return work(dependencies);
        return unrecorded.during(dependencies.storage, (storage) => work({ ...dependencies, storage }));
      },
    };
    host.provide(AttachmentImages, images);
    host.provide(MediaDependencies, dependencies);
    followAttachments(dependencies);
    addCommands(host, dependencies);
    if (disk) {
      hooks.action('host_listening').tapPromise('media', async () => {
        const removed = await unrecorded.clear(dependencies.storage, (path) => isMentioned(baseName(path), database));
        if (removed > 0) host.log.info(`${removed} files that a killed process had not recorded were removed`);
      });
    }
    hooks
      .filter('register_post_type_args')
      .tap('attachment', (args, name) =>
        name === 'attachment' ? { ...args, controller: claim(MediaController) } : args,
      );
    const upload = `/${brand.namespace}/media`;
    if (hooks.has('rest_exposed_cors_headers')) {
      const id = brand.header('Upload-Attachment-ID');
      hooks
        .filter('rest_exposed_cors_headers')
        .tap('upload', (names, { method, route }) => (method === 'POST' && route === upload ? [...names, id] : names));
    }

    if (hooks.has('openapi_operation')) {
      hooks
        .filter('openapi_operation')
        .tap('media', (operation, { route, method }) =>
          route.pattern === upload && method === 'POST' ? describeUpload(operation) : operation,
        );
    }
    hooks.action('http_routes').tap('files', (router) => serveFiles(router, site.home, basePath, dependencies));
  },
});
