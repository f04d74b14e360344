import { SaxesParser } from 'saxes';

/** An item of a feed. */
export interface FeedItem {
  /** Plain text, or markup as text. */
  readonly title: string;
  readonly link: string;
  readonly author: string;
  /** As it is written; empty where there is none. */
  readonly date: string;
  /** Markup. */
  readonly description: string;
}

/** The most items of a feed, and the most characters of a member of one. */
const [MOST_ITEMS, MOST_CHARACTERS] = [100, 100_000];

/** The elements of RSS and Atom that hold the members of an item, the one that counts most first. */
const ELEMENTS: Readonly<Record<Exclude<keyof FeedItem, 'link'>, readonly string[]>> = {
  title: ['title'],
  author: ['dc:creator', 'author', 'name'],
  date: ['pubDate', 'dc:date', 'published', 'updated'],
  description: ['description', 'summary', 'content:encoded', 'content'],
};

/**
 * Reads the items of a feed, RSS or Atom, in linear time. What is no well-formed XML is read as far as it can be; a text
 * that is no feed has no items.
 */
export function readFeed(text: string): FeedItem[] {
  const parser = new SaxesParser();
  const items: FeedItem[] = [];
  const path: string[] = [];
  let texts: Map<string, string> | undefined;
  const addText = (more: string) => {
    const name = path.at(-1) ?? '';
    const before = texts?.get(name) ?? '';
    if (before.length < MOST_CHARACTERS) texts?.set(name, before + more.slice(0, MOST_CHARACTERS));
  };
  // Without a listener, the first mistake would end the reading.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (isItem(name) && items.length < MOST_ITEMS) texts = new Map();
    const { rel, href } = attributes as Readonly<Record<string, string>>;
    if (name === 'link' && href !== undefined && (rel ?? 'alternate') === 'alternate') addText(href);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (!isItem(name) || texts === undefined) return;
    items.push(itemOf(texts));
    texts = undefined;
  });
  parser.write(text).close();
  return items;
}

const isItem = (name: string): boolean => name === 'item' || name === 'entry';

function itemOf(texts: ReadonlyMap<string, string>): FeedItem {
  const member = (names: readonly string[]) =>
    names.map((name) => (texts.get(name) ?? '').trim()).find((text) => text !== '') ?? '';
  return {
    title: member(ELEMENTS.title),
    link: member(['link']),
    author: member(ELEMENTS.author),
    date: member(ELEMENTS.date),
    description: member(ELEMENTS.description),
  };
}
