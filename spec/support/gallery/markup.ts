/**
 * Writes every block that the editor's package registers, in every variation and style, as the editor would store it: a
 * list in JSON of `GalleryEntry`. It is run as a process of its own, since the package wants a browser, of which there is as
 * much here as it takes to load.
 */
import { createRequire } from 'node:module';
import type { GalleryEntry } from './gallery.ts';

interface Block {
  readonly attributes: Record<string, unknown>;
  readonly innerBlocks: readonly Block[];
}

interface Example {
  readonly attributes?: Record<string, unknown>;
  readonly innerBlocks?: readonly unknown[];
}

interface Variation extends Example {
  readonly name: string;
  readonly example?: Example;
}

interface BlockType {
  readonly name: string;
  readonly parent?: readonly string[];
  readonly ancestor?: readonly string[];
  readonly example?: Example;
  readonly variations?: readonly Variation[];
  readonly styles?: readonly { readonly name: string }[];
}

interface Blocks {
  getBlockTypes(): readonly BlockType[];
  createBlock(name: string, attributes?: object, innerBlocks?: readonly unknown[]): Block;
  createBlocksFromInnerBlocksTemplate(template: readonly unknown[]): Block[];
  getBlockFromExample(name: string, example: Example): Block;
  serialize(block: Block): string;
}

interface RichTextClass {
  fromHTMLString(html: string): object;
  fromPlainText(text: string): object;
}

/** Something that may be read, called and made, and is nothing. */
function nothing(): unknown {
  return new Proxy(() => undefined, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => '' : key === 'length' ? 0 : nothing()),
    apply: () => nothing(),
    construct: () => nothing() as object,
    set: () => true,
  });
}

class Nothing {
  observe(): void {}
  disconnect(): void {}
}

/** Defines what the package looks for while it is loaded. */
function defineBrowser(): void {
  const names =
    'HTMLElement Element Node MutationObserver ResizeObserver IntersectionObserver CSSStyleSheet DOMRect Audio';
  const values: Record<string, unknown> = {
    window: globalThis,
    document: nothing(),
    navigator: { userAgent: 'node', platform: '', language: 'en' },
    location: new URL('http://localhost/'),
    history: {},
    addEventListener: () => undefined,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, addListener: () => undefined }),
    requestAnimationFrame: (work: () => void) => setTimeout(work, 0),
    getComputedStyle: () => ({}),
    ...Object.fromEntries(names.split(' ').map((name) => [name, Nothing])),
  };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A text with markup keeps that markup, which the package would read by a browser. */
function keepMarkup(RichText: RichTextClass): void {
  RichText.fromHTMLString = (html) => {
    const text = RichText.fromPlainText(html.replace(/<[^>]*>/g, ''));
    return Object.defineProperty(text, 'originalHTML', { value: html });
  };
}

const [root = ''] = process.argv.slice(2);
// What the package says of this browser is of no interest, and the output is the list alone.
for (const name of ['log', 'info', 'warn', 'error'] as const) console[name] = () => undefined;
defineBrowser();
const require = createRequire(root);
keepMarkup(require('@wordpress/rich-text').RichTextData as RichTextClass);
const blocks = require('@wordpress/blocks') as Blocks;
(require('@wordpress/block-library') as { registerCoreBlocks(): void }).registerCoreBlocks();

const made = (name: string, { attributes = {}, innerBlocks = [] }: Example): Block =>
  blocks.createBlock(name, attributes, blocks.createBlocksFromInnerBlocksTemplate(innerBlocks));

function entriesOf({ name, parent, ancestor, example, variations = [], styles = [] }: BlockType): GalleryEntry[] {
  const within = ancestor?.[0] ?? parent?.find((each) => each !== 'core/post-content');
  const entry = (kind: string, block: Block): GalleryEntry => ({
    block: name,
    kind,
    ...(within === undefined ? {} : { within }),
    markup: blocks.serialize(block),
  });
  const shown = (more: Example = {}): Block => {
    const attributes = { ...example?.attributes, ...more.attributes };
    return blocks.getBlockFromExample(name, { ...example, ...more, attributes });
  };
  return [
    entry('bare', blocks.createBlock(name)),
    ...(example === undefined ? [] : [entry('example', shown())]),
    ...variations.flatMap(({ name: variation, example: own, ...template }) => [
      entry(`variation ${variation}`, made(name, template)),
      ...(own === undefined && example === undefined
        ? []
        : [
            entry(
              `example of ${variation}`,
              shown({ ...own, attributes: { ...template.attributes, ...own?.attributes } }),
            ),
          ]),
    ]),
    ...styles.map((style) =>
      entry(`style ${style.name}`, shown({ attributes: { className: `is-style-${style.name}` } })),
    ),
  ];
}

const entries = blocks.getBlockTypes().flatMap(entriesOf);
process.stdout.write(JSON.stringify(entries), () => process.exit(0));
