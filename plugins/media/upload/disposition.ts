const PARAMETER = /;\s*(filename\*?)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/gi;
const EXTENDED = /^([\w-]+)'[^']*'(.*)$/;

/**
 * The file name that a `Content-Disposition` header gives; undefined when it gives none. Of two spellings the
 * one for any script (`filename*=UTF-8''…`) wins.
 */
export function filenameOf(header: string): string | undefined {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of header.matchAll(PARAMETER)) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value.trim());
  }
  const name = extended(found.get('filename*')) ?? plain(found.get('filename'));
  return name === '' ? undefined : name;
}

function plain(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
  return asUtf8(text).trim();
}

/** Node gives the bytes of headers as Latin-1; clients send names as UTF-8. */
function asUtf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

function extended(value: string | undefined): string | undefined {
  const [, charset, encoded = ''] = EXTENDED.exec(value ?? '') ?? [];
  if (charset?.toLowerCase() !== 'utf-8') return undefined;
  try {
    return decodeURIComponent(encoded).trim();
  } catch {
    return undefined;
  }
}
