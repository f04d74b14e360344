import DataLoader from 'dataloader';
import { type RequestContext, serviceToken } from '../../../core/index.ts';
import { escapeAttribute } from '../../../core/text/index.ts';
import type { MetaStore } from '../../meta/index.ts';
import { postLoaders } from '../../posts/index.ts';
import { constrain, type Dimensions, type ImageSize } from '../images/dimensions.ts';
import { filesOf, type ImageSource, sourcesFor } from '../images/sources.ts';
import { folderOf } from '../storage/paths.ts';
import { type AttachedFile, FILE_META, type FileDependencies, readAttachedFile } from './attached-file.ts';
import { sizesOf } from './metadata.ts';

/** An image as it is shown in one size, with its measures in pixels. */
export interface SizedImage extends Dimensions {
  readonly url: string;
}

/** The images that were uploaded, as pages show them. */
export interface AttachmentImages {
  /**
   * The image of an attachment, null for none; those that are asked for together are read in one statement. For a
   * request it is read once, unless something is written meanwhile.
   */
  load(id: number, context?: RequestContext): Promise<AttachedFile | null>;
  /** An image in a size by its name; in its own, made to fit, where there is no file of that size. */
  sized(image: AttachedFile, size: string): SizedImage;
  /** The measures of the file of an image at an address; undefined where it is no file of the image. */
  measuresAt(image: AttachedFile, url: string): Dimensions | undefined;
  /**
   * The values of `srcset` and `sizes` for the file of an image at an address; undefined where browsers have no choice.
   */
  sources(image: AttachedFile, url: string): { readonly srcset: string; readonly sizes: string } | undefined;
  /** The element of an image in a size; `attributes` are added to its own, or stand in their place. */
  element(image: AttachedFile, size: string, attributes?: Readonly<Record<string, string>>): string;
}

/** The token of the images that were uploaded. */
export const AttachmentImages = serviceToken('attachment-images', { requiredPermissions: 'content:read' });

declare module '../../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'attachment-images': AttachmentImages;
  }
}

/** The most pixels that an image of a `srcset` is wide. */
const MAX_WIDTH = 2048;

/** What hooks are told of the element of an image that stands in no text. */
const CONTEXT = 'wp_get_attachment_image';

/** The most ids of one statement. */
const BATCH = 1000;

/** The services that images are shown with. */
export interface ImagesDependencies extends FileDependencies {
  readonly meta: Pick<MetaStore, 'load'>;
  /** The sizes of the site. */
  sizes(): ReadonlyMap<string, ImageSize>;
}

/** The images of attachments, by their stored metadata. */
export class StoredImages implements AttachmentImages {
  readonly #media: ImagesDependencies;
  readonly #loader: DataLoader<number, AttachedFile | null>;

  constructor(media: ImagesDependencies) {
    this.#media = media;
    this.#loader = new DataLoader((ids) => this.#read(ids), { cache: false, maxBatchSize: BATCH });
  }

  load(id: number, context?: RequestContext): Promise<AttachedFile | null> {
    if (context === undefined) return this.#loader.load(id);
    return postLoaders(context)
      .of(StoredImages, (ids: readonly number[]) => this.#read(ids))
      .load(id);
  }

  sized(image: AttachedFile, size: string): SizedImage {
    const stored = sizesOf(image.metadata).get(size);
    if (stored !== undefined) {
      const [width, height] = [Number(stored.width) || 1, Number(stored.height) || 1];
      return { url: folderOf(image.url) + stored.file, width, height };
    }
    const own = { width: Number(image.metadata.width) || 1, height: Number(image.metadata.height) || 1 };
    return { url: image.url, ...constrain(own, this.#media.sizes().get(size) ?? { width: 0, height: 0 }) };
  }

  measuresAt(image: AttachedFile, url: string): Dimensions | undefined {
    return this.#fileAt(image, url);
  }

  sources(image: AttachedFile, url: string): { srcset: string; sizes: string } | undefined {
    const { hooks } = this.#media;
    const shown = this.#fileAt(image, url);
    if (shown === undefined) return undefined;
    const { metadata, id } = image;
    const maxWidth = hooks.filter('max_srcset_image_width').call(MAX_WIDTH, shown);
    const found = sourcesFor(shown, filesOf(metadata, image.path), maxWidth);
    const folder = folderOf(image.url);
    const sources = hooks.filter('wp_calculate_image_srcset').call(
      found.map(({ file, width }) => ({ url: folder + file, descriptor: 'w' as const, value: width })),
      shown,
      url,
      metadata,
      id,
    );
    if (sources.length === 0) return undefined;
    const sizes = `(max-width: ${shown.width}px) 100vw, ${shown.width}px`;
    return {
      // A blank or a comma would end the address.
      srcset: sources
        .map((one) => `${one.url.replace(/[ ,]/g, encodeURIComponent)} ${one.value}${one.descriptor}`)
        .join(', '),
      sizes: hooks.filter('wp_calculate_image_sizes').call(sizes, shown, url, metadata, id),
    };
  }

  element(image: AttachedFile, size: string, attributes: Readonly<Record<string, string>> = {}): string {
    const { url, width, height } = this.sized(image, size);
    const { hooks } = this.#media;
    const shown = { src: url, class: `attachment-${size} size-${size}`, alt: image.altText };
    const isLazy = hooks.filter('wp_lazy_loading_enabled').call(true, 'img', CONTEXT);
    const loading = hooks
      .filter('wp_get_loading_optimization_attributes')
      .call(
        { decoding: 'async', ...(isLazy ? { loading: 'lazy' } : {}) },
        'img',
        { ...shown, width: String(width), height: String(height), ...attributes },
        CONTEXT,
      );
    const own = { ...shown, ...loading, ...attributes };
    const all = hooks
      .filter('wp_get_attachment_image_attributes')
      .call({ ...own, ...this.sources(image, url) }, image.id, size);
    const written = Object.entries(all).map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
    return `<img width="${width}" height="${height}" ${written.join(' ')} />`;
  }

  /** The file of an image that an address names, whatever its scheme and its query. */
  #fileAt(image: AttachedFile, url: string): ImageSource | undefined {
    const plain = (address: string) => address.split(/[?#]/, 1)[0]!.replace(/^https?:/i, '');
    const folder = folderOf(plain(image.url));
    const address = plain(url);
    if (!address.startsWith(folder)) return undefined;
    return filesOf(image.metadata, image.path).find(({ file }) => folder + file === address);
  }

  async #read(ids: readonly number[]): Promise<(AttachedFile | null)[]> {
    const found = await this.#media.meta.load('post', [...new Set(ids)], FILE_META);
    return ids.map((id) => {
      const file = readAttachedFile({ id, guid: '', mimeType: '' }, found.get(id) ?? new Map(), this.#media);
      return file.isImage ? file : null;
    });
  }
}
