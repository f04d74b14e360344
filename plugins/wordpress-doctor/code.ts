import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Additions, additionsIn, joined } from './additions.ts';

/** Something that PHP runs beside WordPress itself. */
export interface Code {
  readonly kind: 'plugin' | 'must-use plugin' | 'theme' | 'drop-in';
  readonly name: string;
  /** Whether there is less to read than it has. */
  readonly isPartial: boolean;
  readonly adds: Additions;
}

/** How many files are read of one, and how large each may be, in bytes. */
const MOST_FILES = 5000;
const LARGEST = 2 ** 20;

const LEFT_OUT = new Set(['node_modules', 'tests', 'test', '.git', 'languages']);

/** Where plugins and themes are, and which of them are in use. */
export interface Installed {
  readonly contentFolder: string;
  readonly pluginsFolder: string;
  /** The files of plugins: `akismet/akismet.php`. */
  readonly plugins: readonly string[];
  /** The folders of the theme and of the theme that it is based on. */
  readonly themes: readonly string[];
}

/** Reads what runs beside WordPress, as text. */
export async function installedCode({ contentFolder, pluginsFolder, plugins, themes }: Installed): Promise<Code[]> {
  const mustUse = await entriesOf(join(contentFolder, 'mu-plugins'));
  const dropIns = (await entriesOf(contentFolder)).filter(({ name }) => DROP_INS.includes(name));
  return Promise.all([
    // A plugin of a single file has no folder of its own.
    ...plugins.map((file) => read('plugin', join(pluginsFolder, file.includes('/') ? dirname(file) : file))),
    ...mustUse
      .filter((entry) => entry.isDirectory() || entry.name.endsWith('.php'))
      .map(({ name }) => read('must-use plugin', join(contentFolder, 'mu-plugins', name))),
    ...[...new Set(themes)].filter(Boolean).map((name) => read('theme', join(contentFolder, 'themes', name))),
    ...dropIns.map(({ name }) => read('drop-in', join(contentFolder, name))),
  ]);
}

/** The files of the folder of content that WordPress runs by their names. */
const DROP_INS = ['object-cache.php', 'advanced-cache.php', 'db.php', 'sunrise.php'];

async function read(kind: Code['kind'], path: string): Promise<Code> {
  const files = await phpFiles(path);
  const texts = await Promise.all(
    files.slice(0, MOST_FILES).map(async (file) => {
      const isReadable = (await stat(file)).size <= LARGEST;
      return isReadable ? additionsIn(await readFile(file, 'utf8')) : undefined;
    }),
  );
  const found = texts.filter((one) => one !== undefined);
  const isPartial = !existsSync(path) || found.length < files.length;
  return { kind, name: basename(path), isPartial, adds: joined(found) };
}

async function phpFiles(path: string): Promise<string[]> {
  if (path.endsWith('.php')) return existsSync(path) ? [path] : [];
  const entries = (await entriesOf(path)).filter(({ name }) => !LEFT_OUT.has(name));
  const below = entries.map((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return phpFiles(inner);
    return entry.name.endsWith('.php') ? [inner] : [];
  });
  return (await Promise.all(below)).flat();
}

/** What is in a folder; nothing where it cannot be read. */
const entriesOf = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true }).catch(() => []);
