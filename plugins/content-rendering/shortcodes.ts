import { claim } from '../../core/hooks/index.ts';
import { serviceToken } from '../../core/index.ts';
import type { RenderContext } from './context.ts';
import { mayRender } from './limits.ts';
import { findShortcodes, parseShortcodeAttributes, type ShortcodeAttributes } from './shortcode-syntax.ts';

/**
 * Makes the markup that stands for a shortcode. `content` is what it encloses, as written (null: nothing); a handler
 * that allows shortcodes in there renders it with {@link Shortcodes.render}.
 */
export type ShortcodeHandler = (
  attributes: ShortcodeAttributes,
  content: string | null,
  tag: string,
  context: RenderContext,
) => string | Promise<string>;

/** The registry of shortcodes. */
export interface Shortcodes {
  /** Adds a shortcode; throws a TypeError for a name that cannot stand in brackets and for one that is taken. */
  add(tag: string, handler: ShortcodeHandler): void;
  has(tag: string): boolean;
  tags(): string[];
  /** Renders the shortcodes of a text, or those of some tags alone. One whose handler throws stays as written. */
  render(text: string, context: RenderContext, tags?: readonly string[]): Promise<string>;
  /** Removes the shortcodes of a text with what they enclose. Escaped ones stay, without their second brackets. */
  strip(text: string): string;
  /** Takes the paragraph off every shortcode that stands alone in one. */
  unautop(text: string): string;
}

/** The token of the registry of shortcodes. */
export const Shortcodes = serviceToken('shortcodes');

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    shortcodes: Shortcodes;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not allowed in names.
const NAME = /^[^<>&/[\]\x00-\x20=]+$/;
const OPENING = '<p>';
const CLOSING = '</p>';

/**
 * Makes an empty registry of shortcodes; `report` takes the failure of a handler, `added` is called for each new one,
 * and `onRun` before a handler runs. Of a text that has more than `most`, the others stay as written.
 */
export function createShortcodes(
  report: (tag: string, error: unknown) => void,
  added: () => void = () => undefined,
  onRun: (handler: ShortcodeHandler) => void = () => undefined,
  most = Number.POSITIVE_INFINITY,
): Shortcodes {
  const handlers = new Map<string, ShortcodeHandler>();
  const has = (tag: string) => handlers.has(tag);
  return {
    add(tag, handler) {
      if (!NAME.test(tag)) throw new TypeError(`"${tag}" cannot be the name of a shortcode`);
      if (handlers.has(tag)) throw new TypeError(`there is a shortcode "${tag}" already`);
      handlers.set(tag, claim(handler));
      added();
    },
    has,
    tags: () => [...handlers.keys()],
    async render(text, context, tags) {
      let rendered = '';
      let at = 0;
      const isRendered = tags === undefined ? has : (tag: string) => has(tag) && tags.includes(tag);
      for (const { tag, attributes, content, escaped, start, end } of findShortcodes(text, isRendered)) {
        if (escaped && tags !== undefined) continue;
        rendered += text.slice(at, escaped ? start - 1 : start);
        at = escaped ? end + 1 : end;
        const written = text.slice(start, end);
        context.isDynamic = true;
        rendered += escaped || !mayRender(context, most) ? written : await run(tag, attributes, content, written);
      }
      if (at === 0) return text;
      // Entities of brackets are written with three digits, so that nothing takes them for those of this text.
      return (rendered + text.slice(at)).replace(/&#(9[13]);/g, '&#0$1;');

      async function run(tag: string, attributes: string, content: string | null, written: string): Promise<string> {
        const handler = handlers.get(tag)!;
        onRun(handler);
        try {
          return await handler(parseShortcodeAttributes(attributes), content, tag, context);
        } catch (error) {
          report(tag, error);
          return written;
        }
      }
    },
    strip(text) {
      let stripped = '';
      let at = 0;
      for (const { escaped, start, end } of findShortcodes(text, has)) {
        stripped += escaped ? text.slice(at, start - 1) + text.slice(start, end) : text.slice(at, start);
        at = escaped ? end + 1 : end;
      }
      return stripped + text.slice(at);
    },
    unautop(text) {
      let unwrapped = '';
      let at = 0;
      for (const { start, end } of findShortcodes(text, has)) {
        const before = text.slice(at, start).trimEnd();
        const after = end + /^\s*/.exec(text.slice(end))![0].length;
        if (!before.endsWith(OPENING) || !text.startsWith(CLOSING, after)) continue;
        unwrapped += before.slice(0, -OPENING.length) + text.slice(start, end);
        at = after + CLOSING.length;
      }
      return unwrapped + text.slice(at);
    },
  };
}
