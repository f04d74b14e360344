import type { PluginHooks } from '../../core/index.ts';
import { escapeAttribute } from '../../core/text/index.ts';
import type { AttachedFile, AttachmentImages } from '../media/index.ts';
import { type ContentTag, contentTags, withFirst, withLast } from './content-tags.ts';

/** The hook whose text is shown. */
export type ImageContext = 'the_content' | 'the_excerpt';

/** The services that the tags of images are completed with. */
export interface ImageTagDependencies {
  readonly hooks: PluginHooks;
  readonly images: Pick<AttachmentImages, 'load' | 'measuresAt' | 'sources'>;
  /** The word that classes begin with. */
  readonly brand: string;
}

/** A text with its tags of images and frames completed. */
export interface CompletedText {
  readonly text: string;
  /** Whether stored images have a part in it, so that it may come out differently the next time. */
  readonly isDynamic: boolean;
}

const HOOKS = [
  'wp_lazy_loading_enabled',
  'wp_get_loading_optimization_attributes',
  'wp_img_tag_add_width_and_height_attr',
  'wp_img_tag_add_srcset_and_sizes_attr',
  'wp_img_tag_add_loading_attr',
  'wp_img_tag_add_decoding_attr',
  'wp_iframe_tag_add_loading_attr',
  'wp_content_img_tag',
] as const;

/** Completes the tags of images and frames in texts. */
export class ImageTags {
  readonly #dependencies: ImageTagDependencies;
  /** The class of an image that was uploaded: the brand's own, and that of contents which were made elsewhere. */
  readonly #idClass: RegExp;

  constructor(dependencies: ImageTagDependencies) {
    this.#dependencies = dependencies;
    this.#idClass = new RegExp(`(?:wp|${dependencies.brand})-image-(\\d{1,15})(?!\\d)`, 'i');
  }

  /** A text with the sources, the measures and the ways of loading of its images and frames. */
  async complete(text: string, context: ImageContext): Promise<CompletedText> {
    const tags = [...contentTags(text)];
    if (tags.length === 0) return { text, isDynamic: false };
    const { hooks, images } = this.#dependencies;
    const ids = new Set(tags.map((tag) => this.#idOf(tag)).filter((id) => id > 0));
    const found = new Map(await Promise.all([...ids].map(async (id) => [id, await images.load(id)] as const)));
    let completed = '';
    let at = 0;
    for (const tag of tags) {
      completed += text.slice(at, tag.start) + this.#tag(tag, found.get(this.#idOf(tag)) ?? null, context);
      at = tag.end;
    }
    const isTapped = HOOKS.some((name) => hooks.filter(name).isUsed());
    return { text: completed + text.slice(at), isDynamic: ids.size > 0 || isTapped };
  }

  #idOf({ name, tag }: ContentTag): number {
    return name === 'img' ? Number(this.#idClass.exec(tag)?.[1] ?? 0) : 0;
  }

  #tag({ name, tag }: ContentTag, image: AttachedFile | null, context: ImageContext): string {
    const { hooks } = this.#dependencies;
    if (name === 'iframe') return this.#loaded(name, tag, context);
    const loaded = this.#loaded(name, image === null ? tag : this.#withFile(tag, image, context), context);
    return hooks.filter('wp_content_img_tag').call(loaded, context, image?.id ?? 0);
  }

  /** A tag with the measures and the sources of the image that it shows. */
  #withFile(tag: string, image: AttachedFile, context: ImageContext): string {
    const { hooks, images } = this.#dependencies;
    const url = / src="([^"]+)"/.exec(tag)?.[1];
    const measures = url === undefined ? undefined : images.measuresAt(image, url);
    if (url === undefined || measures === undefined) return tag;
    let made = tag;
    if (
      !tag.includes(' width=') &&
      !tag.includes(' height=') &&
      hooks.filter('wp_img_tag_add_width_and_height_attr').call(true, tag, context, image.id)
    ) {
      made = withFirst(made, `width="${measures.width}" height="${measures.height}"`);
    }
    if (tag.includes(' srcset=')) return made;
    if (!hooks.filter('wp_img_tag_add_srcset_and_sizes_attr').call(true, tag, context, image.id)) return made;
    const sources = images.sources(image, url);
    if (sources === undefined) return made;
    const sizes = tag.includes(' sizes=') ? '' : ` sizes="${escapeAttribute(sources.sizes)}"`;
    return withLast(made, `srcset="${escapeAttribute(sources.srcset)}"${sizes}`);
  }

  /** A tag that says how it is loaded, as far as it says nothing else: when it comes into sight, if its measures are known. */
  #loaded(name: ContentTag['name'], tag: string, context: ImageContext): string {
    const { hooks } = this.#dependencies;
    const has = (attribute: string) => tag.includes(` ${attribute}="`);
    const isLazy =
      ['src', 'width', 'height'].every(has) && hooks.filter('wp_lazy_loading_enabled').call(true, name, context);
    const standard = {
      ...(isLazy ? { loading: 'lazy' } : {}),
      ...(name === 'img' && has('src') ? { decoding: 'async' } : {}),
    };
    const hook = hooks.filter('wp_get_loading_optimization_attributes');
    const { loading, decoding, fetchpriority } = hook.isUsed()
      ? hook.call(standard, name, writtenAttributes(tag), context)
      : { fetchpriority: undefined, loading: undefined, decoding: undefined, ...standard };
    let made = tag;
    const add = (attribute: string, value: string | false | undefined) => {
      if (VALUES[attribute]!.has(String(value))) made = withFirst(made, `${attribute}="${value}"`);
    };
    const isOpen = (attribute: string) => !tag.includes(` ${attribute}=`);
    if (isOpen('loading') && loading !== undefined) {
      add('loading', hooks.filter(`wp_${name}_tag_add_loading_attr`).call(loading, tag, context));
    }
    if (name === 'iframe') return made;
    if (isOpen('decoding') && decoding !== undefined) {
      add('decoding', hooks.filter('wp_img_tag_add_decoding_attr').call(decoding, tag, context));
    }
    if (isOpen('fetchpriority')) add('fetchpriority', fetchpriority);
    return made;
  }
}

/** The values that attributes of loading may have. */
const VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  loading: new Set(['lazy', 'eager']),
  decoding: new Set(['async', 'sync', 'auto']),
  fetchpriority: new Set(['high', 'low', 'auto']),
};

/** The attributes of a tag that decide how it is loaded, as they are written. */
const writtenAttributes = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/ (src|width|height|class|loading|fetchpriority|decoding)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
