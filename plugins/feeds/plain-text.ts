import { Parser } from 'htmlparser2';
import { xmlCharacters } from './xml.ts';

/** Markup as the text that people read of it, where a document of XML takes no markup. */
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
