import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HttpContext } from '../../core/index.ts';

/** The sources of the editor, seen from the source of this file and from the compiled code. */
export const APP_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './app/' : '../../plugins/editor/app/', import.meta.url),
);

/** Whether this is an installed package, whose folder the next installation replaces. */
const isInstalled = APP_FOLDER.includes(`${sep}node_modules${sep}`);

/** Where the built editor is unless an option says otherwise: with the data of the site, or in the repository. */
export const BUILD_FOLDER = isInstalled ? join('data', 'editor') : join(APP_FOLDER, 'dist');

/** The files of the editor, which are built separately from the host. */
export interface Build {
  /** The name, with its hash, of the built `editor.js`, `editor.css` and `canvas.css`. */
  readonly files: Readonly<Record<'editor.js' | 'editor.css' | 'canvas.css', string>>;
}

/** The built files; undefined before the first build. */
export async function readBuild(folder: string): Promise<Build | undefined> {
  try {
    return { files: JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Names as the build gives them: a change of a file is a change of its name. */
const ASSET = /^[\w-]+-[A-Z0-9]{8}\.(js|css)$/;
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Serves a file of the build, which browsers may cache without limit. */
export async function sendAsset(context: HttpContext, folder: string): Promise<void> {
  const name = context.params.file ?? '';
  const [, extension = ''] = ASSET.exec(name) ?? [];
  const isPacked = /\bbr\b/.test(context.get('Accept-Encoding'));
  const path = join(folder, `${name}${isPacked ? '.br' : ''}`);
  const size = extension === '' ? undefined : await sizeOf(path);
  if (size === undefined) return;
  context.status = 200;
  context.set('Content-Type', `${TYPES[extension]}; charset=utf-8`);
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.set('Vary', 'Accept-Encoding');
  context.set('X-Content-Type-Options', 'nosniff');
  if (isPacked) context.set('Content-Encoding', 'br');
  context.set('Content-Length', String(size));
  context.body = context.method === 'HEAD' ? '' : createReadStream(path);
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}
