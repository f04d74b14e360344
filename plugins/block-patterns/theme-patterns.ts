import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../core/index.ts';
import { parseStyleHeader, type Theme, type Themes } from '../themes/index.ts';
import type { BlockPattern } from './pattern.ts';

/** The header of a file, in a comment of PHP or of HTML, and the markup behind it. */
const PHP = /^\s*<\?php\s*\/\*([\s\S]*?)\*\/\s*\?>([\s\S]*)$/;
const HTML = /^\s*<!--(?!\s*\/?(?:wp|cms):)([\s\S]*?)-->([\s\S]*)$/;

/** The patterns that are files of themes. Files are read once. */
export class ThemePatterns {
  readonly #themes: Themes;
  readonly #log: Logger;
  readonly #found = new Map<string, Promise<BlockPattern[]>>();

  constructor(themes: Themes, log: Logger) {
    this.#themes = themes;
    this.#log = log;
  }

  /** The patterns of the active theme, and those of its parent that it does not have. */
  ofActive(): Promise<BlockPattern[]> {
    const theme = this.#themes.active();
    const found = this.#found.get(theme.stylesheet) ?? this.#read(theme);
    this.#found.set(theme.stylesheet, found);
    return found;
  }

  async #read(theme: Theme): Promise<BlockPattern[]> {
    const found = new Map<string, BlockPattern>();
    for (const { folder } of this.#themes.lineage(theme)) {
      if (folder === null) continue;
      const path = join(folder, 'patterns');
      const files = await readdir(path).catch(() => []);
      for (const file of files.filter((name) => /\.(?:php|html)$/.test(name)).sort()) {
        const pattern = readPattern(await readFile(join(path, file), 'utf8'));
        if (pattern === undefined) this.#log.warn({ theme: theme.stylesheet, file }, 'a pattern is left out');
        else if (!found.has(pattern.name)) found.set(pattern.name, pattern);
      }
    }
    return [...found.values()];
  }
}

/** A pattern must have a title and a slug, and be markup: no code is run. */
export function readPattern(text: string): BlockPattern | undefined {
  const [, comment, content] = PHP.exec(text) ?? HTML.exec(text) ?? [];
  if (comment === undefined || content === undefined || content.includes('<?')) return undefined;
  const header = parseStyleHeader(comment);
  const value = (name: string) => header.get(name) ?? '';
  const list = (name: string) =>
    value(name)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  if (value('title') === '' || value('slug') === '') return undefined;
  const width = Number.parseInt(value('viewport width'), 10);
  return {
    name: value('slug'),
    title: value('title'),
    content: content.trim(),
    description: value('description'),
    ...(width > 0 ? { viewportWidth: width } : {}),
    inserter: !/^(?:no|false|0)$/i.test(value('inserter')),
    categories: list('categories'),
    keywords: list('keywords'),
    blockTypes: list('block types'),
    postTypes: list('post types'),
    templateTypes: list('template types'),
    source: 'theme',
  };
}
