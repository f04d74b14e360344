import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HttpContext } from '../../core/index.ts';

/** From the sources and from what is bundled of them, the files lie in the same place. */
const FOLDER = new URL('../../plugins/explorer/client/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Sends a file of the page, by the last part of the path: a plain name, which leads nowhere else. */
export async function sendFile(http: HttpContext): Promise<void> {
  const name = /^[a-z-]+\.(js|css)$/.exec(http.path.split('/').pop()!);
  const content = name === null ? undefined : await readFile(new URL(name[0], FOLDER)).catch(() => undefined);
  if (name === null || content === undefined) {
    http.status = 404;
    http.body = '';
    return;
  }
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  http.set('Cache-Control', 'no-cache');
  http.set('X-Content-Type-Options', 'nosniff');
  http.set('ETag', tag);
  http.status = http.get('If-None-Match') === tag ? 304 : 200;
  if (http.status === 304) return;
  http.type = TYPES[name[1]!]!;
  http.body = content;
}
