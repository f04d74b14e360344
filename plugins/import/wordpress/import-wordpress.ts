import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type CommandContext, CommandError } from '../../../core/index.ts';
import type { ImportDependencies } from '../import-wxr.ts';
import { copyFiles, type FilesReport } from './copy-files.ts';
import { CopyState } from './copy-state.ts';
import { compareTables, copyTables, type TableCopy, type TablesReport } from './copy-tables.ts';
import type { WordPressOrigin } from './origin.ts';
import { translation } from './prefix-keys.ts';
import { WordPressSource } from './source.ts';
import { CopyTarget } from './target.ts';

/** What an import of a WordPress does beside the usual. */
export interface WordPressOptions {
  /** Whether the content of a site that is not empty is removed. */
  readonly replaces: boolean;
  readonly files: boolean;
}

/** What came of it. */
export interface WordPressReport {
  /** Undefined where the tables had been copied before, and were compared with the source only. */
  readonly tables: TablesReport | undefined;
  /** The tables that are not as in the source. */
  readonly different: readonly string[];
  /** The tables of PHP plugins, which are not copied. */
  readonly others: readonly string[];
  /** Undefined where no files were to be copied. */
  readonly files: FilesReport | undefined;
}

/**
 * Copies the database of a WordPress and its files, row by row, with ids and passwords, as it is at one moment. What was
 * copied is noted with it, so that a copy that was stopped goes on when it is run again. One that is complete is compared
 * with the source instead, and gets the files that are missing.
 */
export async function importWordPress(
  { database: address, prefix, path = '.', uploadsFolder }: WordPressOrigin,
  { replaces, files: withFiles }: WordPressOptions,
  { database, brand, storage }: Pick<ImportDependencies, 'database' | 'brand' | 'storage'>,
  { track, progress }: Pick<CommandContext, 'track' | 'progress'>,
): Promise<WordPressReport> {
  if (brand.name !== 'wp') throw new CommandError('the names of WordPress are those of the brand wp; add --brand=wp');
  const source = await WordPressSource.open(address, prefix);
  try {
    const target = new CopyTarget(database);
    const state = new CopyState(database, source.name);
    const translate = translation(prefix, database.prefix);
    const copy: TableCopy = { source, target, state, database, translate };
    await target.checkOther(source);
    const { others } = source;
    const folder = withFiles ? await filesFolder(source, path, uploadsFolder) : undefined;
    if (!replaces && (await state.note('')) === 'copied') {
      const different = await compareTables(copy, track);
      return { tables: undefined, different, others, files: await filesOf(folder, storage, state, track) };
    }
    const tables = await database.bulk(async (pause) => {
      await prepare(target, state, replaces);
      return copyTables(copy, track, pause);
    });
    const files = await filesOf(folder, storage, state, track);
    await database.complete((left) => progress(`${left} texts to be indexed`));
    if (tables.different.length === 0) await state.setNote('', 'copied');
    return { tables, different: tables.different, others, files };
  } finally {
    source.close();
  }
}

/** Empties the site before a copy begins; one that has begun goes on. */
async function prepare(target: CopyTarget, state: CopyState, replaces: boolean): Promise<void> {
  const begun = await state.note('');
  if (begun === 'begun' && !replaces) return;
  if (begun === undefined && !replaces) await target.checkEmpty();
  await state.begin('clearing');
  await target.clear();
  await state.begin('begun');
}

/** The folder of the files: the option `upload_path` stands above the usual one. */
async function filesFolder(
  source: WordPressSource,
  path: string,
  usual: string | undefined,
): Promise<string | undefined> {
  const option = usual === undefined ? '' : ((await source.option('upload_path')) ?? '');
  if (option === '' || option === 'wp-content/uploads') return usual;
  return isAbsolute(option) ? option : join(path, option);
}

async function filesOf(
  folder: string | undefined,
  storage: ImportDependencies['storage'],
  state: CopyState,
  track: CommandContext['track'],
): Promise<FilesReport | undefined> {
  if (folder === undefined || storage === undefined || !existsSync(folder)) return undefined;
  return copyFiles(folder, storage, state, track);
}
