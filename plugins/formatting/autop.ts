import { autop as makeParagraphs } from '@wordpress/autop';

const OPENING = '<pre';
const CLOSING = '</pre>';
/** The placeholder of a `pre` element: a block element, marked by a noncharacter. */
const STAND_IN = /<ul \ufdd0(\d+)><\/ul>/g;

/** What a text of one line without tags does not hold. */
const TAG_OR_NEWLINE = /[<\n\r]/;

/**
 * Makes paragraphs and line breaks of the blank lines and newlines of a text; `pre` elements stay as they are. They
 * are replaced meanwhile because the library looks for each of them from the start of the text.
 */
export function autop(text: string): string {
  if (!TAG_OR_NEWLINE.test(text)) return text.trim() === '' ? '' : `<p>${text}</p>\n`;
  if (!text.includes(OPENING)) return makeParagraphs(text);
  const parts = text.split(CLOSING);
  const last = parts.pop()!;
  const elements: string[] = [];
  const withoutElements = parts.map((part) => {
    const start = part.indexOf(OPENING);
    if (start < 0) return part;
    elements.push(part.slice(start) + CLOSING);
    return `${part.slice(0, start)}<ul \ufdd0${elements.length - 1}></ul>`;
  });
  const paragraphs = makeParagraphs(withoutElements.join('') + last);
  return paragraphs.replace(STAND_IN, (found, index: string) => elements[Number(index)] ?? found);
}
