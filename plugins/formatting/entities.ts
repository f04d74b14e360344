/**
 * The named character references that cleaned markup may keep: those of HTML 4, and `apos`.
 * Any other name is read as text, for browsers know more names than the ones that were checked here.
 */
const NAMES: ReadonlySet<string> = new Set(
  `quot amp apos lt gt
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
  para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest times divide
  Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde
  Ograve Oacute Ocirc Otilde Ouml Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
  agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde
  ograve oacute ocirc otilde ouml oslash ugrave uacute ucirc uuml yacute thorn yuml
  OElig oelig Scaron scaron Yuml fnof circ tilde
  Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi
  Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau
  upsilon phi chi psi omega thetasym upsih piv
  ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil
  prime Prime lsaquo rsaquo oline frasl euro image weierp real trade alefsym
  larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr
  forall part exist empty nabla isin notin ni prod sum minus lowast radic prop infin ang and or cap cup int there4
  sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang
  loz spades clubs hearts diams`.split(/\s+/),
);

const AMPERSAND = /&(?:([A-Za-z]{2,8}[0-9]{0,2});|#(0*[0-9]{1,7});|#[Xx](0*[0-9A-Fa-f]{1,6});)?/g;

/** Makes every `&` that does not begin a known, well-formed character reference into `&amp;`. */
export function normalizeEntities(text: string): string {
  return text.replace(AMPERSAND, (match, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined && NAMES.has(name)) return match;
    if (decimal !== undefined && isText(Number.parseInt(decimal, 10))) {
      return `&#${decimal.replace(/^0+/, '').padStart(3, '0')};`;
    }
    if (hex !== undefined && isText(Number.parseInt(hex, 16))) return `&#x${hex.replace(/^0+/, '')};`;
    return `&amp;${match.slice(1)}`;
  });
}

/** Resolves the numeric character references of a text; references to no character of text stay. */
export function decodeNumericEntities(text: string): string {
  return text.replace(/&#(?:([0-9]+)|[Xx]([0-9A-Fa-f]+));/g, (match, decimal?: string, hex?: string) => {
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    return isText(point) ? String.fromCodePoint(point) : match;
  });
}

/** Escapes what could be taken for markup or end an attribute's value; `&` is taken to be normalized. */
export function escapeMarkup(text: string): string {
  return text.replace(/[<>"']/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };

/** Whether a code point is a character that XML text may hold. */
function isText(point: number): boolean {
  return (
    point === 0x9 ||
    point === 0xa ||
    point === 0xd ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}
