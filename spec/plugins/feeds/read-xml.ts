import { SaxesParser } from 'saxes';

/** The texts of the elements of a document, by their paths below one of them, in the order of the document. */
export interface ReadXml {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly attributes: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
}

/** Reads XML as a program does; throws for invalid XML. */
export function readXml(xml: string, below: string): ReadXml {
  const texts: Record<string, string[]> = {};
  const attributes: Record<string, Record<string, string>[]> = {};
  const path: string[] = [];
  const parser = new SaxesParser();
  let text = '';
  const place = () => path.join('/').replace(new RegExp(`^${below}/?`), '');
  parser.on('opentag', ({ name, attributes: own }) => {
    path.push(name);
    text = '';
    attributes[place()] = [...(attributes[place()] ?? []), own as Record<string, string>];
  });
  const add = (more: string) => {
    text += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    texts[place()] = [...(texts[place()] ?? []), text];
    path.pop();
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return { texts, attributes };
}
