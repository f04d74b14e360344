import { type MaybePromise, type PluginHost, serviceToken, whenReady } from '../../core/index.ts';
import type { ParsedBlock } from './blocks.ts';
import type { RenderContext, RenderedPost } from './context.ts';
import { KeptTexts } from './kept-texts.ts';

/** Which texts of an item are rendered beside its title. */
export interface RenderedTexts {
  readonly content: boolean;
  readonly excerpt: boolean;
}

/** Fires the hooks of rendering as they belong together: what controllers of content call. */
export interface Renderer {
  /** The title that is shown; `id` is the item's. */
  title(title: string, id: number): string;
  /** The markup of a stored content, through `the_content`. */
  content(content: string, post: RenderedPost | null): MaybePromise<string>;
  /** The markup of one block by itself, through `render_block`. */
  block(block: ParsedBlock, post: RenderedPost | null): Promise<string>;
  /** The markup of an item's excerpt, through `get_the_excerpt` and `the_excerpt`. */
  excerpt(post: RenderedPost & { readonly excerpt: string }): MaybePromise<string>;
  /** The markup of a comment's text, through `comment_text`. */
  comment(text: string, comment: unknown): MaybePromise<string>;
  /**
   * Stays the same as long as the texts of an item that `isSteady` are rendered as they were, if those taps that do
   * not say that they are pure answer as they did. A renderer without it makes no such promise.
   */
  readonly era?: string;
  /** Whether the title of an item, and those of its texts that were rendered just now, come out alike in this era. */
  isSteady?(post: RenderedPost & { readonly excerpt: string }, rendered: RenderedTexts): boolean;
}

/** The token of the renderer. */
export const Renderer = serviceToken('renderer');

declare module '../../core/services.ts' {
  interface ServiceCatalogue {
    renderer: Renderer;
  }
}

/** Renders blocks and joins their markup. */
type RenderBlocks = (blocks: ParsedBlock[], context: RenderContext) => MaybePromise<string>;

/** How many characters of titles are kept, about two thousand of them: they are short, and soon rendered again. */
const TITLES = 500_000;

/**
 * Renders through the hooks, and keeps what they made as long as all of their taps are pure: one that is not, as of
 * another plugin, is heard each time.
 */
export class HookRenderer implements Renderer {
  readonly #hooks: PluginHost['hooks'];
  readonly #renderBlocks: RenderBlocks;
  readonly #titles = new KeptTexts(TITLES);
  readonly #contents = new KeptTexts();
  readonly #trimmed = new KeptTexts();
  readonly #excerpts = new KeptTexts();
  readonly #comments = new KeptTexts();
  /** Items whose texts were rendered with a dynamic part, while silent taps had to be heard. */
  readonly #dynamic = new WeakSet<RenderedPost>();
  #era = 0;

  constructor({ hooks }: Pick<PluginHost, 'hooks'>, renderBlocks: RenderBlocks) {
    this.#hooks = hooks;
    this.#renderBlocks = renderBlocks;
  }

  title(title: string, id: number): string {
    const hook = this.#hooks.filter('the_title');
    return hook.isPure() ? (this.#titles.of(title, () => hook.call(title, id)) as string) : hook.call(title, id);
  }

  content(content: string, post: RenderedPost | null): MaybePromise<string> {
    const hook = this.#hooks.filter('the_content');
    const context: RenderContext = { source: content, post };
    const render = () => hook.run(content, context);
    return this.#isContentPure()
      ? this.#contents.of(content, render, () => context.isDynamic !== true)
      : this.#noted(context, render());
  }

  async block(block: ParsedBlock, post: RenderedPost | null): Promise<string> {
    return this.#renderBlocks([block], { source: post?.content ?? '', post });
  }

  /** The excerpt that is made of an item's content where none is written; kept as contents are. */
  trimmed(post: RenderedPost, trim: (context: RenderContext) => MaybePromise<string>): MaybePromise<string> {
    const context: RenderContext = { source: post.content, post };
    if (!this.#isContentPure()) return this.#noted(context, trim(context));
    return this.#trimmed.of(
      post.content,
      () => trim(context),
      () => context.isDynamic !== true,
    );
  }

  excerpt(post: RenderedPost & { readonly excerpt: string }): MaybePromise<string> {
    const hook = this.#hooks.filter('the_excerpt');
    return whenReady(this.#hooks.filter('get_the_excerpt').run(post.excerpt, post), (found) =>
      hook.isPure() ? this.#excerpts.of(found, () => hook.run(found)) : hook.run(found),
    );
  }

  comment(text: string, comment: unknown): MaybePromise<string> {
    const hook = this.#hooks.filter('comment_text');
    return hook.isPure() ? this.#comments.of(text, () => hook.run(text, comment)) : hook.run(text, comment);
  }

  get era(): string {
    const isPure = [
      this.#isContentPure(),
      this.#hooks.filter('the_title').isPure(),
      this.#hooks.filter('get_the_excerpt').isPure(),
      this.#hooks.filter('the_excerpt').isPure(),
    ];
    return `${this.#era} ${isPure.map(Number).join('')}`;
  }

  isSteady(post: RenderedPost & { readonly excerpt: string }, rendered: RenderedTexts): boolean {
    if (!this.#isContentPure()) return !this.#dynamic.has(post);
    if (rendered.content && !this.#contents.has(post.content)) return false;
    return !rendered.excerpt || post.excerpt.trim() !== '' || this.#trimmed.has(post.content);
  }

  /** Forgets what is kept, as when there is a new kind of block or shortcode. */
  forget(): void {
    const all = [this.#titles, this.#contents, this.#trimmed, this.#excerpts, this.#comments];
    for (const kept of all) kept.clear();
    this.#era++;
  }

  /** Notes of what item a text was rendered that may be another the next time. */
  #noted(context: RenderContext, markup: MaybePromise<string>): MaybePromise<string> {
    return whenReady(markup, (rendered) => {
      if (context.isDynamic === true && context.post !== null) this.#dynamic.add(context.post);
      return rendered;
    });
  }

  #isContentPure(): boolean {
    return this.#hooks.filter('the_content').isPure() && this.#hooks.filter('render_block').isPure();
  }
}
