import { Tokenizer } from 'htmlparser2';
import { xmlCharacters } from './xml.ts';

const nothing = () => undefined;

/** What a tokenizer is told to do with all that is no text. */
const IGNORED = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
};

/**
 * Markup as plain text, for places of an XML document that take no markup. A tokenizer is enough, and takes linear time
 * where a parser looks through all elements that are open.
 */
export function plainText(markup: string): string {
  let text = '';
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      ontext: (start, end) => {
        text += markup.slice(start, end);
      },
      ontextentity: (character) => {
        text += String.fromCodePoint(character);
      },
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
  return xmlCharacters(text);
}
