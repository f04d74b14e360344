import { createHash } from 'node:crypto';
import type { Handler } from 'htmlparser2';
import { escapeHtml } from '../../core/text/index.ts';
import { safeCss } from '../formatting/index.ts';
import { HIDDEN } from './embed-html.ts';
import type { Provider } from './providers.ts';

/** The longest markup that is embedded, in characters, and the most elements that it has. */
const [MOST_CHARACTERS, MOST_ELEMENTS] = [64 * 1024, 500];

/** Elements of trusted markup beside frames and scripts, each with attributes beside those of all elements. */
const ELEMENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'target']],
  ['blockquote', ['cite']],
  ['img', ['src', 'alt', 'width', 'height']],
  ['time', ['datetime']],
  ...['b', 'br', 'cite', 'div', 'em', 'figcaption', 'figure', 'i', 'p', 'section', 'small', 'span', 'strong'].map(
    (name): [string, readonly string[]] => [name, []],
  ),
]);
const FRAME = [
  'src',
  'width',
  'height',
  'frameborder',
  'allow',
  'allowfullscreen',
  'loading',
  'referrerpolicy',
  'scrolling',
];
const EVERYWHERE: ReadonlySet<string> = new Set(['class', 'dir', 'lang', 'style', 'title']);
const EMPTY: ReadonlySet<string> = new Set(['br', 'img']);

/** Elements whose text is none of the page's. */
const UNSEEN: ReadonlySet<string> = new Set('iframe math noscript script style svg template textarea title'.split(' '));

/** Elements of markup of sites that are not trusted, beside frames in a sandbox: a quotation, a link, a picture. */
const OF_OTHERS: ReadonlySet<string> = new Set(['a', 'blockquote', 'img']);

/** How markup of a provider is cleaned. */
export interface EmbedMarkupOptions {
  /** The address that is embedded. */
  readonly url: string;
  /** Its provider; without it, the markup is of a site that is not trusted. */
  readonly provider: Provider | undefined;
  /** The title of frames that have none. */
  readonly title?: string;
}

/**
 * The part of a provider's markup that a page may show, in one line; undefined where nothing of it can be embedded. All
 * that goes to a page goes through here, however it came: answers of providers, and what a database or an imported file
 * says that they were. Cleaned markup comes out as it is.
 */
export async function embedMarkup(markup: string, options: EmbedMarkupOptions): Promise<string | undefined> {
  if (markup.length > MOST_CHARACTERS) return undefined;
  const { Parser } = await import('htmlparser2');
  const writer = new EmbedWriter(options);
  const parser = new Parser(writer.handler, { decodeEntities: true, lowerCaseTags: true });
  parser.end(markup);
  return writer.result();
}

type Attributes = Readonly<Record<string, string>>;

class EmbedWriter {
  readonly #options: EmbedMarkupOptions;
  /** By what a page knows its frame; the same each time, so that a page is the same each time. */
  readonly #secret: string;
  #made = '';
  #elements = 0;
  /** How many elements are open whose text is not shown. */
  #unseen = 0;
  #hasElement = false;

  constructor(options: EmbedMarkupOptions) {
    this.#options = options;
    this.#secret = createHash('sha256').update(options.url).digest('hex').slice(0, 10);
  }

  readonly handler: Partial<Handler> = {
    onopentag: (name, attributes) => this.#open(name, attributes),
    ontext: (text) => {
      if (this.#unseen === 0 && this.#elements <= MOST_ELEMENTS) this.#made += escaped(text);
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) this.#unseen--;
      else if (this.#unseen === 0 && this.#isAllowed(name) && !EMPTY.has(name)) this.#made += `</${name}>`;
    },
  };

  /** What is nothing but words is not embedded, and neither is what was cut. */
  result(): string | undefined {
    return this.#elements > MOST_ELEMENTS || !this.#hasElement ? undefined : this.#made.trim();
  }

  #open(name: string, attributes: Attributes): void {
    this.#elements++;
    if (this.#unseen === 0 && this.#elements <= MOST_ELEMENTS) {
      if (name === 'script') this.#addScript(attributes);
      else if (name === 'iframe') this.#addFrame(attributes);
      else if (this.#isAllowed(name)) this.#addElement(name, attributes);
    }
    if (UNSEEN.has(name)) this.#unseen++;
  }

  #isAllowed(name: string): boolean {
    return this.#options.provider === undefined ? OF_OTHERS.has(name) : ELEMENTS.has(name);
  }

  /** A script that the provider is known for; what it would run besides is dropped. */
  #addScript({ src = '' }: Attributes): void {
    const address = whole(src);
    if (!this.#options.provider?.scripts?.includes(address)) return;
    this.#made += `<script async src="${escaped(address)}" charset="utf-8"></script>`;
  }

  #addFrame(attributes: Attributes): void {
    const { provider, title } = this.#options;
    const address = whole(attributes.src ?? '');
    if (address === '' || (provider !== undefined && !isOf(address, provider.frames ?? []))) return;
    this.#hasElement = true;
    const named = { title: attributes.title ?? title ?? '', ...attributes, src: address };
    if (provider !== undefined) {
      this.#made += `<iframe${this.#written(named, FRAME)}></iframe>`;
      return;
    }
    const src = `${address.split('#', 1)[0]}#?secret=${this.#secret}`;
    const shown = this.#written({ ...named, src }, ['src', 'width', 'height', 'frameborder', 'scrolling']);
    this.#made += `<iframe sandbox="allow-scripts" security="restricted"${shown} data-secret="${this.#secret}"></iframe>`;
  }

  #addElement(name: string, attributes: Attributes): void {
    this.#hasElement = true;
    const isTrusted = this.#options.provider !== undefined;
    const secret = !isTrusted && name === 'blockquote' ? ` data-secret="${this.#secret}"` : '';
    this.#made += `<${name}${this.#written(attributes, ELEMENTS.get(name) ?? [])}${secret}${EMPTY.has(name) ? ' /' : ''}>`;
  }

  #written(attributes: Attributes, own: readonly string[]): string {
    const isTrusted = this.#options.provider !== undefined;
    return Object.entries(attributes)
      .map(([name, value]) => {
        const isData = isTrusted && /^data-(?!wp-)[a-z0-9-]+$/.test(name);
        if (!own.includes(name) && !EVERYWHERE.has(name) && !isData) return '';
        const cleaned = cleanAttribute(name, value, isTrusted);
        return cleaned === undefined ? '' : ` ${name}="${escaped(cleaned)}"`;
      })
      .join('');
  }
}

/** The value of an attribute that a page may have; undefined for none. */
function cleanAttribute(name: string, value: string, isTrusted: boolean): string | undefined {
  switch (name) {
    case 'href':
    case 'cite':
    case 'src':
      return whole(value) || undefined;
    case 'style':
      if (!isTrusted) return value === HIDDEN ? value : undefined;
      return safeCss(value) || undefined;
    case 'width':
    case 'height':
      return /^\d{1,5}(?:px|%)?$/.test(value) ? value : undefined;
    case 'target':
      return '_blank';
    case 'title':
      return value === '' ? undefined : value;
    default:
      return value;
  }
}

/** An address of the web in its normal form; empty for any other. */
function whole(address: string): string {
  const plain = address.trim().replace(/^\/\//, 'https://');
  if (!URL.canParse(plain)) return '';
  const { protocol, username, password, href } = new URL(plain);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : '';
}

/** Whether an address is of one of these hosts, or of one below them, and is fetched by TLS. */
function isOf(address: string, hosts: readonly string[]): boolean {
  const { protocol, hostname } = new URL(address);
  const isName = /^[a-z0-9.-]+$/.test(hostname);
  return isName && protocol === 'https:' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/**
 * Text in markup that neither makes a paragraph nor is taken for a shortcode. An entity in the text is none in the markup,
 * or an address would lead elsewhere than where its host was looked at.
 */
const escaped = (text: string): string =>
  escapeHtml(text.replace(/[\r\n]+/g, ' ').replaceAll('&', '&amp;'))
    .replaceAll('[', '&#091;')
    .replaceAll(']', '&#093;');
