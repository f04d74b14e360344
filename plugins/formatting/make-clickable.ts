const MARKUP = /(<!--[\s\S]*?(?:-->|$)|<[^>]*>?)/;
/** Elements in which an address stays as it is. */
const OPENING = /^<(a|code|pre|script|style)(?=[\s>/])/i;
const CLOSING = /^<\/(a|code|pre|script|style)(?=[\s>])/i;
const WORD = /[^\s<>"]+/g;

const WEB = /^(?:https?|ftp):\/\/[\w-]/i;
const HOST = /^(?:www|ftp)\.[\w-]+\.[\w-]/i;
const EMAIL = /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z\d]{2,}$/i;

/** Makes links of the web and email addresses that stand free in markup, marked as the words of a visitor. */
export function makeClickable(markup: string): string {
  let inside = '';
  return markup
    .split(MARKUP)
    .map((piece, index) => {
      if (index % 2 === 0) return inside === '' ? piece.replace(WORD, linkWord) : piece;
      if (inside === '') inside = OPENING.exec(piece)?.[1]?.toLowerCase() ?? '';
      else if (CLOSING.exec(piece)?.[1]?.toLowerCase() === inside) inside = '';
      return piece;
    })
    .join('');
}

/** Makes a link of a word if it is an address, but for the punctuation around it. */
function linkWord(word: string): string {
  const [before = ''] = /^[([{,;:.']*/.exec(word) ?? [];
  const rest = word.slice(before.length);
  const address = withoutEnd(rest);
  const after = rest.slice(address.length);
  if (WEB.test(address)) return `${before}${link(address, address)}${after}`;
  if (HOST.test(address)) return `${before}${link(`http://${address}`, address)}${after}`;
  if (EMAIL.test(address)) return `${before}<a href="mailto:${address}">${address}</a>${after}`;
  return word;
}

function link(target: string, text: string): string {
  return `<a href="${target}" rel="nofollow ugc">${text}</a>`;
}

/** An address without the punctuation of the sentence that ends with it; parentheses of its own stay. */
function withoutEnd(address: string): string {
  let end = address.length;
  let surplus = address.split(')').length - address.split('(').length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' && surplus > 0) surplus--;
    else if (!".,;:!?'".includes(last)) break;
  }
  return address.slice(0, end);
}
