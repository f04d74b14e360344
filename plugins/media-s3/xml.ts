import { SaxesParser } from 'saxes';

/** The texts of elements of an XML document without attributes, in order, with the name of their parent. */
export interface XmlText {
  readonly parent: string | undefined;
  readonly name: string;
  readonly text: string;
}

/** Reads the texts of a short XML document; those before a fault where it is none. */
export function textsOf(document: string): XmlText[] {
  const found: XmlText[] = [];
  const path: string[] = [];
  let text = '';
  let isBroken = false;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (!isBroken) found.push({ parent: path.at(-1), name, text });
    text = '';
  });
  parser.write(document).close();
  return found;
}

/** The code of an error that a store answers with, such as `NoSuchBucket`. */
export const errorCodeOf = (document: string): string | undefined =>
  textsOf(document).find(({ name, parent }) => name === 'Code' && parent === 'Error')?.text;
