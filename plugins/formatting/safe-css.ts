import { stripBadProtocols, stripControls } from './protocols.ts';

const SIDES = ['top', 'right', 'bottom', 'left'];
const FLOW = ['block-start', 'block-end', 'inline-start', 'inline-end'];

/** The properties that a `style` attribute may set; names that begin with two hyphens are free. */
const PROPERTIES: ReadonlySet<string> = new Set([
  ...`background background-color background-image background-position background-size background-attachment
  background-blend-mode border border-radius border-width border-color border-style border-bottom-left-radius
  border-bottom-right-radius border-top-left-radius border-top-right-radius border-spacing border-collapse
  caption-side columns column-count column-fill column-gap column-rule column-span column-width color filter font
  font-family font-size font-style font-variant font-weight letter-spacing line-height text-align text-decoration
  text-indent text-transform height min-height max-height width min-width max-width margin padding flex flex-basis
  flex-direction flex-flow flex-grow flex-shrink flex-wrap gap row-gap grid-template-columns grid-auto-columns
  grid-column-start grid-column-end grid-column-gap grid-template-rows grid-auto-rows grid-row-start grid-row-end
  grid-row-gap grid-gap justify-content justify-items justify-self align-content align-items align-self clear cursor
  direction float list-style-type object-fit object-position overflow vertical-align`.split(/\s+/),
  ...SIDES.flatMap((side) => ['', '-color', '-style', '-width'].map((part) => `border-${side}${part}`)),
  ...[...SIDES, ...FLOW].flatMap((side) => [`margin-${side}`, `padding-${side}`]),
]);

const WITH_ADDRESSES: ReadonlySet<string> = new Set(['background', 'background-image', 'cursor', 'filter']);
const WITH_GRADIENTS: ReadonlySet<string> = new Set(['background', 'background-image']);

const CUSTOM_PROPERTY = /^--[a-zA-Z0-9-_]+$/;
const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\([^()]*\)$/;
const HARMFUL_ARGUMENT = /expression|url\(|[\\&}]|\/\*/i;
const FUNCTION = /\b(?:var|calc|min|max|minmax|clamp)\(/g;

/** Keeps the declarations of a `style` attribute that are known to be harmless; empty when none is. */
export function safeCss(style: string): string {
  return stripControls(style)
    .replace(/[\n\r\t]/g, '')
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration !== '' && isSafe(declaration))
    .join(';');
}

function isSafe(declaration: string): boolean {
  const colon = declaration.indexOf(':');
  if (colon < 0) return hasNoSyntax(declaration);
  const property = declaration.slice(0, colon).trim();
  const value = declaration.slice(colon + 1).trim();
  const custom = CUSTOM_PROPERTY.test(property);
  if (!custom && !PROPERTIES.has(property)) return false;
  let rest: string | null = value;
  if (custom ? value.startsWith('url(') : WITH_ADDRESSES.has(property)) rest = withoutAddresses(value);
  if (rest === null) return false;
  if ((custom || WITH_GRADIENTS.has(property)) && isGradient(value)) return true;
  return hasNoSyntax(withoutFunctions(rest));
}

/** Whether a value holds none of the characters that escapes, functions, comments and old expressions need. */
function hasNoSyntax(value: string): boolean {
  return !/[\\(&=}]|\/\*/.test(value);
}

function isGradient(value: string): boolean {
  return GRADIENT.test(value.replace(/rgba?\([^()]*\)/g, ''));
}

/** A value without its `url(…)` parts; null when one of them is empty or of a scheme that is not allowed. */
function withoutAddresses(value: string): string | null {
  let rest = '';
  let at = 0;
  for (;;) {
    const start = value.indexOf('url(', at);
    const end = start < 0 ? -1 : value.indexOf(')', start);
    if (end < 0) return rest + value.slice(at);
    const address = unquote(value.slice(start + 4, end).trim());
    if (address === '' || stripBadProtocols(address) !== address) return null;
    rest += value.slice(at, start);
    at = end + 1;
  }
}

function unquote(text: string): string {
  const quote = text.charAt(0);
  const quoted = (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote);
  return (quoted ? text.slice(1, -1) : text).trim();
}

/** A value without its calls of arithmetic functions. An unbalanced or harmful one stays, and with it a parenthesis. */
function withoutFunctions(value: string): string {
  let rest = '';
  let at = 0;
  for (const match of value.matchAll(FUNCTION)) {
    if (match.index < at) continue;
    const end = closingParenthesis(value, match.index + match[0].length);
    if (end < 0 || HARMFUL_ARGUMENT.test(value.slice(match.index, end))) break;
    rest += value.slice(at, match.index);
    at = end;
  }
  return rest + value.slice(at);
}

/** The place after the parenthesis that closes one opened before `from`; -1 when none does. */
function closingParenthesis(value: string, from: number): number {
  let depth = 1;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '(') depth++;
    else if (value[at] === ')' && --depth === 0) return at + 1;
  }
  return -1;
}
