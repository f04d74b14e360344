import type { HttpContext, HttpRouter } from '../../../core/index.ts';
import type { ByteRange, MediaStorage, StoredFile } from '../storage/media-storage.ts';
import { isStoragePath } from '../storage/paths.ts';
import { deliveryOf } from './delivery.ts';
import { readRange } from './range.ts';

/**
 * Serves the files of a storage below a path: `/cms-content/uploads`. Where the site's own address has a path, that
 * may stand before it.
 */
export function serveFiles(
  router: HttpRouter,
  home: string,
  basePath: string,
  dependencies: { readonly storage: MediaStorage },
) {
  const folder = /^https?:\/\/[^/]+(\/.+)$/i.exec(home)?.[1] ?? '';
  const pattern = new RegExp(`^(?:${escapePattern(folder)})?${escapePattern(basePath)}/(.+)$`);
  router.get(pattern, async (context) => {
    const path = decode(pattern.exec(context.path)?.[1] ?? '');
    if (path === undefined || !isStoragePath(path)) return;
    const { storage } = dependencies;
    const file = await storage.stat(path);
    if (file === null) return;
    if (storage.signedUrl === undefined) return serveFile(context, path, file, storage);
    // A signed address holds for a time, so that none of them may be remembered.
    context.set('Cache-Control', 'no-store');
    context.redirect(await storage.signedUrl(path));
  });
}

const escapePattern = (text: string): string => text.replace(/[^\w/]/g, '\\$&');

async function serveFile(context: HttpContext, path: string, file: StoredFile, storage: MediaStorage): Promise<void> {
  const { 'Content-Type': type, ...headers } = deliveryOf(path);
  const tag = `"${file.size.toString(16)}-${file.modified.getTime().toString(16)}"`;
  context.set('ETag', tag);
  context.set('Last-Modified', file.modified.toUTCString());
  for (const [name, value] of Object.entries(headers)) context.set(name, value);
  context.set('Accept-Ranges', 'bytes');
  context.set('X-Content-Type-Options', 'nosniff');
  // Pages of other sites get no font without it, as they get images.
  if (type.startsWith('font/')) context.set('Access-Control-Allow-Origin', '*');
  if (headers['Content-Disposition'] !== undefined) {
    context.set('Content-Security-Policy', "sandbox; default-src 'none'");
  }
  if (isUnchanged(context, tag, file)) {
    context.status = 304;
    return;
  }
  const asked = isRangeCurrent(context, tag, file) ? readRange(context.get('Range'), file.size) : 'whole';
  if (asked === 'unsatisfiable') {
    context.status = 416;
    context.set('Content-Range', `bytes */${file.size}`);
    return;
  }
  const range: ByteRange | undefined = asked === 'whole' ? undefined : asked;
  context.status = range === undefined ? 200 : 206;
  if (range !== undefined) context.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  const length = range === undefined ? file.size : range.end - range.start + 1;
  if (context.method === 'HEAD' || length === 0) context.body = '';
  else context.body = await storage.read(path, range);
  context.set('Content-Type', type);
  context.set('Content-Length', String(length));
}

/** Whether the client's copy is the file as it is. A tag counts more than a date. */
function isUnchanged(context: HttpContext, tag: string, { modified }: StoredFile): boolean {
  const tags = context.get('If-None-Match');
  if (tags !== '') return tags.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, '')));
  return isNotNewer(modified, context.get('If-Modified-Since'));
}

/** Whether a range that the client requests is one of the current file. */
function isRangeCurrent(context: HttpContext, tag: string, { modified }: StoredFile): boolean {
  const condition = context.get('If-Range');
  return condition === '' || condition === tag || isNotNewer(modified, condition);
}

/** Dates of HTTP know no fractions of a second. */
const isNotNewer = (modified: Date, date: string): boolean =>
  Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(date);

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
