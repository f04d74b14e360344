import { after } from '../../core/base/index.ts';
import { type Cache, type MaybePromise, type PluginHost, type RequestContext, serviceToken } from '../../core/index.ts';
import type { BlockContext } from './block-instance.ts';
import type { ParsedBlock } from './blocks.ts';
import { notedRequest, noteRequest, type RenderContext, type RenderedPost } from './context.ts';
import { EXCERPT_LENGTH, type ExcerptLength } from './excerpt.ts';

/** Which texts of an item are rendered beside its title. */
export interface RenderedTexts {
  readonly content: boolean;
  readonly excerpt: boolean;
}

/** What a text is rendered for. */
export interface RenderOptions {
  /** The request that is answered: parts of the text share what they load with it. */
  readonly request?: RequestContext | undefined;
  /** The text of which this one becomes a part. */
  readonly within?: RenderContext;
}

/** Renders texts through the hooks of rendering, for the controllers of content. */
export interface Renderer {
  /** The title that is shown; `id` is the item's. */
  title(title: string, id: number): string;
  /** The markup of a stored content, through `the_content`. */
  content(content: string, post: RenderedPost | null, options?: RenderOptions): MaybePromise<string>;
  /** The markup of one block by itself, through `render_block`. */
  block(block: ParsedBlock, post: RenderedPost | null, options?: RenderOptions): Promise<string>;
  /**
   * The markup of blocks that are a part of a text which is being rendered; `blockContext` is what they are told in
   * place of the text's item.
   */
  blocks(blocks: ParsedBlock[], context: RenderContext, blockContext?: BlockContext): MaybePromise<string>;
  /** The markup of an item's excerpt, through `get_the_excerpt` and `the_excerpt`. */
  excerpt(
    post: RenderedPost & { readonly excerpt: string },
    options?: Pick<RenderOptions, 'request'>,
  ): MaybePromise<string>;
  /** The excerpt of an item as `get_the_excerpt` finds it, of a length; without it, as long as excerpts are. */
  excerptText(
    post: RenderedPost & { readonly excerpt: string },
    length?: ExcerptLength,
    options?: Pick<RenderOptions, 'request'>,
  ): MaybePromise<string>;
  /** The markup of a comment's text, through `comment_text`. */
  comment(text: string, comment: unknown): MaybePromise<string>;
  /**
   * Grows when texts may be rendered differently than before, as with a new block type or shortcode. It is undefined
   * where a renderer does not track that.
   */
  readonly version?: number;
  /** Drops cached texts, as when what they are made of changes in another way than by registering. */
  clear?(): void;
  /** Whether the title of an item, and those of its texts that were rendered just now, would come out the same again. */
  isCacheable?(post: RenderedPost & { readonly excerpt: string }, rendered: RenderedTexts): boolean;
}

/** The token of the renderer. */
export const Renderer = serviceToken('renderer');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    renderer: Renderer;
  }
}

/** Renders blocks and joins their markup. */
type RenderBlocks = (
  blocks: ParsedBlock[],
  context: RenderContext,
  blockContext?: BlockContext,
) => MaybePromise<string>;

/** How many characters of titles are cached, about two thousand of them: they are short, and soon rendered again. */
const TITLES = 500_000;

/** How many characters of texts of other kinds are cached, stored and rendered ones together. */
const TEXTS = 16_000_000;

/** The size of an entry beside the text and its source, which is the key, in characters. */
const ENTRY = 200;

/**
 * Renders through the hooks, and caches the result as long as all of their taps are pure. What a text is rendered from is
 * the whole key of its entry, so that an entry depends on nothing else but the registered blocks and shortcodes.
 */
export class HookRenderer implements Renderer {
  readonly #hooks: PluginHost['hooks'];
  readonly #renderBlocks: RenderBlocks;
  readonly #titles: Cache<string>;
  readonly #contents: Cache<string>;
  readonly #trimmed: Cache<string>;
  readonly #excerpts: Cache<string>;
  readonly #comments: Cache<string>;
  /** Items with a dynamic part in a text that was rendered without the cache. */
  readonly #dynamic = new WeakSet<RenderedPost>();
  #version = 0;

  /** @param enabled whether rendered texts are cached */
  constructor({ hooks, caches }: Pick<PluginHost, 'hooks' | 'caches'>, renderBlocks: RenderBlocks, enabled: boolean) {
    this.#hooks = hooks;
    this.#renderBlocks = renderBlocks;
    const cacheOf = (name: string, maxSize = TEXTS) =>
      caches.create<string>({ name, enabled, maxSize, sizeOf: (text) => text.length + ENTRY });
    this.#titles = cacheOf('rendered titles', TITLES);
    this.#contents = cacheOf('rendered contents');
    this.#trimmed = cacheOf('excerpts made of contents');
    this.#excerpts = cacheOf('rendered excerpts');
    this.#comments = cacheOf('rendered comments');
  }

  title(title: string, id: number): string {
    const hook = this.#hooks.filter('the_title');
    return hook.isPure()
      ? (this.#titles.compute(title, [], () => hook.call(title, id)) as string)
      : hook.call(title, id);
  }

  content(content: string, post: RenderedPost | null, options: RenderOptions = {}): MaybePromise<string> {
    const hook = this.#hooks.filter('the_content');
    const context = contextOf(content, post, options);
    const render = () => hook.run(content, context);
    return this.#isContentCached()
      ? this.#contents.compute(content, [], render, () => context.isDynamic !== true)
      : this.#markDynamic(context, render());
  }

  async block(block: ParsedBlock, post: RenderedPost | null, options: RenderOptions = {}): Promise<string> {
    return this.#renderBlocks([block], contextOf(post?.content ?? '', post, options));
  }

  blocks(blocks: ParsedBlock[], context: RenderContext, blockContext?: BlockContext): MaybePromise<string> {
    return this.#renderBlocks(blocks, context, blockContext);
  }

  /** The excerpt that is made of an item's content where none is written. */
  trimmed(
    post: RenderedPost,
    length: ExcerptLength,
    trim: (context: RenderContext) => MaybePromise<string>,
  ): MaybePromise<string> {
    const { words, more } = length;
    const context = contextOf(post.content, post, { request: notedRequest(length) });
    if (!this.#isContentCached()) return this.#markDynamic(context, trim(context));
    const isUsual = words === EXCERPT_LENGTH.words && more === EXCERPT_LENGTH.more;
    return this.#trimmed.compute(
      isUsual ? post.content : JSON.stringify([words, more, post.content]),
      [],
      () => trim(context),
      () => context.isDynamic !== true,
    );
  }

  excerpt(
    post: RenderedPost & { readonly excerpt: string },
    options?: Pick<RenderOptions, 'request'>,
  ): MaybePromise<string> {
    const hook = this.#hooks.filter('the_excerpt');
    const show = (found: string) =>
      hook.isPure() ? this.#excerpts.compute(found, [], () => hook.run(found)) : hook.run(found);
    const found = this.excerptText(post, EXCERPT_LENGTH, options);
    return after(found, show);
  }

  excerptText(
    post: RenderedPost & { readonly excerpt: string },
    length: ExcerptLength = EXCERPT_LENGTH,
    { request }: Pick<RenderOptions, 'request'> = {},
  ): MaybePromise<string> {
    const own = { ...length };
    if (request !== undefined) noteRequest(own, request);
    return this.#hooks.filter('get_the_excerpt').run(post.excerpt, post, own);
  }

  comment(text: string, comment: unknown): MaybePromise<string> {
    const hook = this.#hooks.filter('comment_text');
    return hook.isPure() ? this.#comments.compute(text, [], () => hook.run(text, comment)) : hook.run(text, comment);
  }

  get version(): number {
    return this.#version;
  }

  isCacheable(post: RenderedPost & { readonly excerpt: string }, rendered: RenderedTexts): boolean {
    if (!this.#isContentCached()) return !this.#dynamic.has(post);
    if (rendered.content && !this.#contents.has(post.content)) return false;
    return !rendered.excerpt || post.excerpt.trim() !== '' || this.#trimmed.has(post.content);
  }

  /** Drops the cached texts, as when there is a new block type or shortcode. */
  clear(): void {
    for (const cache of [this.#titles, this.#contents, this.#trimmed, this.#excerpts, this.#comments]) cache.clear();
    this.#version++;
  }

  /** Remembers the item of a text that may be rendered differently the next time. */
  #markDynamic(context: RenderContext, rendered: MaybePromise<string>): MaybePromise<string> {
    return after(rendered, (markup) => {
      if (context.isDynamic === true && context.post !== null) this.#dynamic.add(context.post);
      return markup;
    });
  }

  #isContentCached(): boolean {
    return (
      this.#contents.enabled &&
      this.#hooks.filter('the_content').isPure() &&
      this.#hooks.filter('render_block').isPure()
    );
  }
}

function contextOf(source: string, post: RenderedPost | null, { request, within }: RenderOptions): RenderContext {
  const context: RenderContext = within === undefined ? { source, post } : { source, post, within };
  if (request !== undefined) noteRequest(context, request);
  return context;
}
