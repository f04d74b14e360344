import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { CommandContext } from '../../../core/index.ts';
import { isStoragePath, type MediaStorage } from '../../media/index.ts';
import type { CopyState } from './copy-state.ts';

/** Files that a web server runs, or that are about it. */
const RUN = /\.(?:php\d*|phtml|phar|phps|shtml|cgi|pl|py|asp|aspx|jsp)$/i;

/** What became of the files of a source. */
export interface FilesReport {
  copied: number;
  /** Files that are there already, of the same size. */
  known: number;
  /** Files that are no content: hidden ones, and those that PHP runs. */
  ignored: number;
  /** Files whose place another one has. */
  readonly different: string[];
}

/** Copies the files of a folder and of those in it. One that was being stored when the process ended is stored anew. */
export async function copyFiles(
  folder: string,
  storage: MediaStorage,
  state: CopyState,
  track: CommandContext['track'],
): Promise<FilesReport> {
  const report: FilesReport = { copied: 0, known: 0, ignored: 0, different: [] };
  const half = (await state.note('files')) ?? '';
  if (half !== '') await storage.delete(half);
  let total = 0;
  for await (const _path of filesOf(folder)) total++;
  const show = track(total, 'of the files copied');
  let seen = 0;
  for await (const path of filesOf(folder)) {
    show(++seen, seen);
    if (!isStoragePath(path) || RUN.test(path)) {
      report.ignored++;
      continue;
    }
    const file = join(folder, path);
    const there = await storage.stat(path);
    if (there === null) {
      await state.setNote('files', path);
      await storage.put(path, createReadStream(file));
      report.copied++;
    } else if (there.size === (await stat(file)).size) report.known++;
    else report.different.push(path);
  }
  await state.setNote('files', '');
  return report;
}

/** The paths of the files below a folder, with `/` between their parts; links are not followed. */
async function* filesOf(folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
  }
}
