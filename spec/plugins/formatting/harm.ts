import { Parser } from 'htmlparser2';
import { POST_HTML } from '../../../plugins/formatting/allowed-html.ts';

const ADDRESSES = new Set(
  'action archive background cite classid codebase data formaction href icon longdesc manifest poster profile src srcset usemap xlink:href xmlns'.split(
    ' ',
  ),
);
const HARMFUL_STYLE = /expression|javascript|vbscript|behavior|binding|@import|data:|\\|\/\*/i;

/** The code in markup that a browser could run, one line each; empty when there is none. Another parser reads it. */
export function harmIn(markup: string): string[] {
  const harm: string[] = [];
  // Most texts of an answer have no element.
  if (!markup.includes('<')) return harm;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        // An object without a document shows nothing.
        const isEmpty = name === 'object' && attributes.data === undefined;
        if (!POST_HTML.has(name) && !isEmpty) harm.push(`element ${name}`);
        for (const [attribute, value] of Object.entries(attributes)) {
          if (/^on/i.test(attribute) || attribute === 'srcdoc') harm.push(`${attribute} on ${name}`);
          if (ADDRESSES.has(attribute) && isScript(value)) harm.push(`${attribute}=${value}`);
          if (attribute === 'style' && HARMFUL_STYLE.test(value)) harm.push(`style=${value}`);
        }
      },
    },
    { decodeEntities: true, recognizeSelfClosing: false },
  );
  parser.end(markup);
  return harm;
}

/** Whether a browser would run an address: it drops controls and blanks that stand before or within the scheme. */
function isScript(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what browsers drop.
  return /^(?:javascript|vbscript|data|livescript|mocha|file|blob|about):/i.test(address.replace(/[\x00-\x20]/g, ''));
}
