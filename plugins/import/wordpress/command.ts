import { type CommandContext, CommandError } from '../../../core/index.ts';
import type { ImportDependencies } from '../import-wxr.ts';
import { importWordPress, type WordPressReport } from './import-wordpress.ts';
import type { WordPressOrigin } from './origin.ts';

/** Copies a WordPress, and tells what came of it; the command has failed where the copy is not as the source. */
export async function runWordPressImport(
  origin: WordPressOrigin,
  dependencies: ImportDependencies,
  context: CommandContext,
): Promise<void> {
  const { flags, print } = context;
  const options = { replaces: flags.replace === true, files: flags.skip_files !== true };
  const report = await importWordPress(origin, options, dependencies, context);
  for (const line of describe(report)) print(line);
  const wrong = [...report.different.map((table) => `table ${table}`), ...(report.files?.different ?? [])];
  if (wrong.length === 0) return;
  const mend =
    report.tables === undefined
      ? 'the source or the site has changed since; --replace copies all anew'
      : 'run the command again with --replace';
  throw new CommandError(`not as in the source: ${wrong.join(', ')}; ${mend}`);
}

function* describe({ tables, different, others, files }: WordPressReport): Generator<string> {
  if (tables === undefined) {
    if (different.length === 0) yield 'Success: the site is as the source; nothing had to be copied.';
  } else {
    for (const [name, rows] of tables.rows) yield `${name}: ${rows} rows`;
    const { names, count } = tables.refused;
    if (count > 0) yield `Left out ${count} rows with a character that PostgreSQL cannot hold: ${names.join('; ')}`;
    if (different.length === 0) yield 'Success: every table is as in the source.';
  }
  if (files !== undefined) {
    yield `${files.copied} files were copied, ${files.known} were there.`;
    if (files.ignored > 0) yield `Left out ${files.ignored} files that are hidden, or that a web server runs.`;
  }
  if (others.length > 0) yield `Left out, as they belong to PHP plugins: ${others.join(', ')}`;
}
