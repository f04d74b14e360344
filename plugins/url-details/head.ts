import type { Handler } from 'htmlparser2';

/** The metadata of a page. */
export interface PageDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

/** The most elements that are looked at: no head has more, and the parser looks through all that are open. */
const MOST_ELEMENTS = 2000;

/** Reads the metadata in the head of a page. Addresses are made absolute, and must be web addresses. */
export async function readHead(html: string, url: string): Promise<PageDetails> {
  const { Parser } = await import('htmlparser2');
  const meta = new Map<string, string>();
  let [title, icon] = ['', ''];
  let isInTitle = false;
  let elements = 0;
  const handler: Partial<Handler> = {
    onopentag(tag, attributes) {
      if (tag === 'body' || ++elements > MOST_ELEMENTS) parser.pause();
      if (tag === 'title') isInTitle = title === '';
      if (tag === 'link' && icon === '' && /(?:^|\s)icon(?:\s|$)/i.test(attributes.rel ?? ''))
        icon = attributes.href ?? '';
      const name = tag === 'meta' ? (attributes.property ?? attributes.name ?? '').toLowerCase() : '';
      if (name !== '' && !meta.has(name)) meta.set(name, attributes.content ?? '');
    },
    ontext(text) {
      if (isInTitle) title += text;
    },
    onclosetag(tag) {
      if (tag === 'title') isInTitle = false;
      if (tag === 'head') parser.pause();
    },
  };
  const parser = new Parser(handler);
  parser.end(html);
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((value) => value) ?? '';
  return {
    title: plain(title) || plain(first('og:title')),
    icon: whole(icon, url),
    description: plain(first('description', 'og:description')),
    image: whole(first('og:image', 'og:image:url'), url),
  };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function whole(address: string, base: string): string {
  if (address === '' || !URL.canParse(address, base)) return '';
  const { protocol, href } = new URL(address, base);
  return protocol === 'https:' || protocol === 'http:' ? href : '';
}
