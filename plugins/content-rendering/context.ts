import { getOrMake } from '../../core/base/index.ts';
import { RequestContext } from '../../core/index.ts';
import type { ExcerptLength } from './excerpt.ts';

/** The item whose texts are rendered. */
export interface RenderedPost {
  readonly id: number;
  /** The content as stored. */
  readonly content: string;
  /** The content type, where it is known. */
  readonly type?: string;
}

/** The origin of a text, which the taps of `the_content` get beside the text. */
export interface RenderContext {
  /** The text before any tap changed it. */
  readonly source: string;
  /** The item that it belongs to; null when it belongs to none. */
  readonly post: RenderedPost | null;
  /** Whether the text becomes an excerpt, so that its words alone count. */
  readonly isExcerpt?: boolean;
  /** The text of which this one is a part, as the content of another item that a block shows. */
  readonly within?: RenderContext;
  /**
   * Set when a part of the text may be rendered differently the next time: by a dynamic block or a shortcode. Unless it
   * is set, and if all taps are pure, the rendered text is cached.
   */
  isDynamic?: boolean;
  /** How many dynamic blocks and shortcodes were rendered for the text, and for those that are a part of it. */
  dynamicParts?: number;
}

/** The whole text that a text is a part of; the text itself where it is no part. */
export function wholeText(context: RenderContext): RenderContext {
  let whole = context;
  while (whole.within !== undefined) whole = whole.within;
  return whole;
}

/** The requests for which texts are rendered. Plugins that are not ours see contexts, and no requests. */
const requests = new WeakMap<object, RequestContext>();

/** Notes for which request a text is rendered; or an excerpt, by the object with its length that is made for it. */
export const noteRequest = (context: RenderContext | ExcerptLength, request: RequestContext): unknown =>
  requests.set(context, request);

/** The request that was noted; undefined for none. */
export const notedRequest = (context: RenderContext | ExcerptLength): RequestContext | undefined =>
  requests.get(context);

/** The request for which a text is rendered, by which blocks share what they load; one of nobody where there is none. */
export const requestOf = (context: RenderContext): RequestContext =>
  getOrMake(requests, wholeText(context), () => new RequestContext());

/** The requests for whose pages texts are rendered as HTML 5. */
const html5 = new WeakSet<RequestContext>();

/** Notes that a request is for a page that is written in HTML 5, so that shortcodes make figures. */
export const noteHtml5 = (request: RequestContext): unknown => html5.add(request);

/** Whether a text is rendered for a page that is written in HTML 5; answers of the interface are not. */
export const isHtml5 = (context: RenderContext): boolean => html5.has(requestOf(context));

/** The page of an item that each request shows by itself. */
const shownPages = new WeakMap<RequestContext, { readonly id: number; readonly page: number }>();

/** Notes that a request shows a page of an item by itself, so that blocks of its content show the same one. */
export const noteShownPage = (request: RequestContext, id: number, page: number): unknown =>
  shownPages.set(request, { id, page });

/** The page of an item that a request shows by itself; undefined where it shows the item among others, or not. */
export function shownPage(request: RequestContext, id: number): number | undefined {
  const shown = shownPages.get(request);
  return shown?.id === id ? shown.page : undefined;
}
