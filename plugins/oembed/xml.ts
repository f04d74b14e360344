import { escapeHtml } from '../../core/text/index.ts';

/** Characters that XML cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Writes oEmbed data as XML. */
export function oembedXml(data: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(data).map(([name, value]) => element(name, value));
  return `<?xml version="1.0" encoding="utf-8"?>\n<oembed>${members.join('')}</oembed>\n`;
}

function element(name: string, value: unknown): string {
  if (!/^[a-z_][\w-]*$/i.test(name)) return '';
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, one]) => element(Array.isArray(value) ? 'oembed' : key, one))
      : [escapeHtml(String(value ?? '').replace(UNWRITABLE, ''))];
  return `<${name}>${inner.join('')}</${name}>`;
}
