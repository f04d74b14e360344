import { Markup } from '../../core/text/index.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

/** A text without the characters that no document of XML may hold. */
export const xmlCharacters = (text: string): string => text.replace(FORBIDDEN, '');

/** Markup as a text of XML: in a section of its own, whose end it cannot hold. */
export const xmlText = (markup: string): Markup =>
  new Markup(`<![CDATA[${xmlCharacters(markup).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
