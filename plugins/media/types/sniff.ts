import { open } from 'node:fs/promises';

/** How many bytes are looked at of a file without a signature. */
const LOOKED_AT = 8192;

/** What begins a document that a browser or a server would run, in lower case, with the type that it is of. */
const BEGINNINGS: readonly (readonly [beginning: string, type: string])[] = [
  ['<?php', 'text/x-php'],
  ['<?=', 'text/x-php'],
  ['#!', 'text/x-shellscript'],
  ['<?xml', 'text/xml'],
  ['<svg', 'image/svg+xml'],
  ['{\\rtf', 'text/rtf'],
  ...[
    '<!doctype',
    '<!--',
    '<html',
    '<head',
    '<body',
    '<script',
    '<iframe',
    '<style',
    '<title',
    '<table',
    '<div',
    '<br',
    '<p>',
    '<p ',
    '<h1',
    '<a ',
    '<b>',
    '<img',
    '<meta',
    '<link',
    '<object',
    '<embed',
    '<form',
  ].map((tag) => [tag, 'text/html'] as const),
];

/** What a script looks like wherever it stands in a text. */
const ANYWHERE: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/<\?php\b/i, 'text/x-php'],
  [/<svg[\s>]/i, 'image/svg+xml'],
  [/<(?:html|script|iframe|body)[\s>]/i, 'text/html'],
];

/**
 * The media type of a file by its bytes: a known signature, else what its text looks like; `text/plain` for other
 * text, `application/octet-stream` for other bytes.
 */
export async function sniffType(file: string): Promise<string> {
  // Only needed when something is uploaded.
  const { fileTypeFromFile } = await import('file-type');
  // The rest of the file may contradict its signature.
  const found = await fileTypeFromFile(file).catch(() => undefined);
  // The type of an XML document depends on its content.
  if (found !== undefined && found.mime !== 'application/xml') return found.mime.split(';', 1)[0]!;
  return sniffText(await firstBytes(file));
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function sniffText(bytes: Buffer): string {
  const text = decode(bytes);
  if (text === undefined) return 'application/octet-stream';
  const start = text.trimStart().slice(0, 100).toLowerCase();
  const [, type] =
    ANYWHERE.find(([pattern]) => pattern.test(text)) ??
    BEGINNINGS.find(([beginning]) => start.startsWith(beginning)) ??
    [];
  return type ?? 'text/plain';
}

/** Reads bytes as text: UTF-16 with its mark, else anything without control characters that no text has. */
function decode(bytes: Buffer): string | undefined {
  const utf16 = bytes.length >= 2 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0));
  if (utf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  const isBinary = bytes.some((byte) => byte < 0x20 && ![0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
  return isBinary ? undefined : new TextDecoder().decode(bytes);
}
