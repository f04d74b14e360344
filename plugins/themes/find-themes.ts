import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMap } from '../../core/base/index.ts';
import type { Logger } from '../../core/index.ts';
import { cleanUrl, stripAllTags } from '../../core/text/index.ts';
import { ksesData } from '../formatting/index.ts';
import { parseStyleHeader } from './style-header.ts';
import type { Theme } from './theme.ts';
import { readThemeJson } from './theme-json.ts';

/** Names that can stand in the address of a theme. */
const NAME = /^(?!\.)[^/:<>*?"|\\]+$/;
const SCREENSHOT = /^screenshot\.(?:png|gif|jpe?g|webp|avif)$/;

/**
 * Finds the themes of a folder: each folder in it with a `style.css` that names a theme, or a `theme.json`. One that
 * builds on a theme that is not there, and a file that cannot be read, are reported to the log. A missing folder holds
 * no theme.
 */
export async function findThemes(folder: string, log: Logger): Promise<Theme[]> {
  const found: Theme[] = [];
  for (const name of await namesIn(folder)) {
    const theme = await readTheme(join(folder, name), name, log);
    if (theme !== undefined) found.push(theme);
  }
  const known = new Map(found.map((theme) => [theme.stylesheet, theme]));
  return found.flatMap((theme) => {
    const { stylesheet, template } = theme;
    const parent = known.get(template);
    if (parent !== undefined) return { ...theme, isBlockTheme: theme.isBlockTheme || parent.isBlockTheme };
    log.warn(
      { theme: stylesheet },
      `theme "${stylesheet}" is left out: it builds on "${template}", which is not there`,
    );
    return [];
  });
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifAbsent([]));
  return entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && NAME.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** What every block theme supports, without saying so. */
const OF_BLOCK_THEMES = {
  'automatic-feed-links': true,
  'block-templates': true,
  'editor-styles': true,
  html5: ['comment-form', 'comment-list', 'search-form', 'gallery', 'caption', 'style', 'script'],
  'post-thumbnails': true,
  'responsive-embeds': true,
};

async function readTheme(folder: string, stylesheet: string, log: Logger): Promise<Theme | undefined> {
  const files = await readdir(folder).catch(ifAbsent<string[]>([]));
  const style = files.includes('style.css') ? await readFile(join(folder, 'style.css'), 'utf8') : '';
  const header = parseStyleHeader(style);
  if (!header.has('theme name') && !files.includes('theme.json')) return undefined;
  const json = files.includes('theme.json') ? await readJson(join(folder, 'theme.json'), log) : undefined;
  const { title, supports, templates } = readThemeJson(json);
  const isBlockTheme = await hasBlockTemplates(folder);
  const plain = (name: string) => stripAllTags(header.get(name) ?? '');
  const markup = (name: string) => ksesData(header.get(name) ?? '');
  return {
    stylesheet,
    template: plain('template') || stylesheet,
    name: plain('theme name') || stripAllTags(title) || stylesheet,
    description: markup('description'),
    author: markup('author'),
    themeUri: cleanUrl(plain('theme uri')),
    authorUri: cleanUrl(plain('author uri')),
    version: plain('version'),
    requiresCms: plain('requires at least'),
    requiresPhp: plain('requires php'),
    textDomain: plain('text domain') || stylesheet,
    tags: plain('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    screenshot: files.find((file) => SCREENSHOT.test(file)) ?? null,
    supports: { ...(isBlockTheme ? OF_BLOCK_THEMES : {}), ...supports },
    templates,
    folder,
    json: isMap(json) ? json : {},
    isBlockTheme,
  };
}

/**
 * A theme is a block theme when it has one of these files, the template for all pages without a template of their own.
 */
async function hasBlockTemplates(folder: string): Promise<boolean> {
  return (await readdir(join(folder, 'templates')).catch(ifAbsent<string[]>([]))).includes('index.html');
}

async function readJson(file: string, log: Logger): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (err) {
    log.warn({ err, file }, 'a theme.json cannot be read');
    return undefined;
  }
}

/** A missing folder is empty; any other error is reported. */
const ifAbsent =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
