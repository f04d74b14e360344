import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { CommandError } from '../../core/index.ts';

/** One element of an export file: attributes, text (CDATA included) and child elements. */
export interface WxrElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: WxrElement[];
}

/** One record of an export file, as it was read, and how much of the file that took. */
export interface WxrRecord {
  readonly element: WxrElement;
  /** Bytes of the file read so far. */
  readonly position: number;
  /** The address of the exported site; empty when the file does not tell. */
  readonly source: string;
}

/** The elements below `<channel>` that are imported. */
const RECORDS = new Set(['wp:author', 'wp:category', 'wp:tag', 'wp:term', 'item']);
/** Another name of an element, which some exporters give it. */
const ALIASES: ReadonlyMap<string, string> = new Map([['wp:wp_author', 'wp:author']]);
const VERSION = 'wp:wxr_version';
const SOURCE = 'wp:base_blog_url';
/** What tells the address of the site where that is missing. */
const ROOT = 'wp:base_site_url';
const SUPPORTED = /^1\.[0-2]$/;

/**
 * Reads a WXR file of any size, one record at a time; never more than one record is held in memory.
 * Records are without text and children unless it `builds` them. Throws a `CommandError` with file, line, reason and
 * `consequence` for a file that is not well-formed or not WXR.
 */
export async function* readWxr(
  file: string,
  { builds = true, consequence = 'nothing was imported' } = {},
): AsyncGenerator<WxrRecord> {
  const parser = new SaxesParser({ position: true });
  const stack: WxrElement[] = [];
  let finished: WxrElement[] = [];
  let version: string | undefined;
  let source = '';
  const fail = (reason: string): never => {
    throw new CommandError(`${file}: line ${parser.line}: ${reason}; ${consequence}`);
  };

  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('opentag', (tag) => {
    const attributes = tag.attributes as Record<string, string>;
    const element = { name: ALIASES.get(tag.name) ?? tag.name, attributes, text: '', children: [] };
    const depth = stack.length;
    if (depth === 0 && tag.name !== 'rss') fail(`this is not a WXR file: its root is <${tag.name}>, not <rss>`);
    // Only elements inside of a record are built into a tree.
    if (builds && depth > 2) stack.at(-1)!.children.push(element);
    stack.push(element);
  });
  const addText = (text: string) => {
    if (stack.length > 2 && (builds || stack.length === 3)) stack.at(-1)!.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = stack.pop()!;
    if (stack.length !== 2) return;
    if (element.name === VERSION) {
      version = element.text.trim();
      if (!SUPPORTED.test(version)) fail(`WXR version ${version} is not supported, only 1.0 to 1.2`);
    } else if (element.name === SOURCE) {
      source = element.text.trim();
    } else if (element.name === ROOT) {
      source ||= element.text.trim();
    } else if (RECORDS.has(element.name)) {
      if (version === undefined) fail('this is not a WXR file: it has no <wp:wxr_version>');
      finished.push(element);
    }
  });

  const stream = createReadStream(file, { encoding: 'utf8' });
  try {
    for await (const chunk of stream) {
      parser.write(chunk as string);
      const ready = finished;
      finished = [];
      for (const element of ready) yield { element, position: stream.bytesRead, source };
    }
    parser.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new CommandError(`${file}: there is no such file`);
    throw error;
  } finally {
    stream.destroy();
  }
  if (version === undefined) fail('this is not a WXR file: it has no <wp:wxr_version>');
}
