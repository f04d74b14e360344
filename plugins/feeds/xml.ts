import { Markup } from '../../core/index.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no document of XML may hold.
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

/** Markup as a text of XML: in a section of its own, whose end it cannot hold. */
export const xmlText = (markup: string): Markup =>
  new Markup(`<![CDATA[${markup.replace(FORBIDDEN, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
