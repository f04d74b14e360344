import { Parser } from 'htmlparser2';
import { xmlCharacters } from './xml.ts';

/** Markup as plain text, for places of an XML document that take no markup. */
export function plainText(markup: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(markup);
  return xmlCharacters(text);
}
