import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CommandError } from '../../../core/index.ts';
import type { BackupTool } from './backup-tool.ts';
import { runProgram } from './program.ts';

/** What the programs write at the end. */
const END = '-- Dump completed';

/** The steps in the rows that a dump has of their table; throws for a dump that is not whole. */
async function stepsIn(file: string, prefix: string): Promise<ReadonlySet<string>> {
  const insert = `INSERT INTO \`${prefix}tappet_migrations\` `;
  const steps = new Set<string>();
  let isInsert = false;
  let isWhole = false;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    isInsert ||= line.startsWith(insert);
    if (isInsert) for (const [, name] of line.matchAll(/\('([^']+)',/g)) steps.add(name!);
    if (line.endsWith(';')) isInsert = false;
    isWhole = line.startsWith(END) || (isWhole && line === '');
  }
  if (!isWhole) throw new CommandError('its end is missing');
  if (steps.size === 0) throw new CommandError(`it has no table ${prefix}tappet_migrations`);
  return steps;
}

/** Dumps and restores the tables of a site by the programs of MariaDB, or those of MySQL. */
export function mysqlBackup(address: string, tables: readonly string[], prefix: string): BackupTool {
  const { hostname, port, username, password, pathname, searchParams } = new URL(
    address.replace(/^mariadb:/, 'mysql:'),
  );
  const socket = searchParams.get('socketPath');
  const environment = { MYSQL_PWD: decodeURIComponent(password) };
  const server = socket === null ? [`--host=${hostname}`, `--port=${port || 3306}`] : [`--socket=${socket}`];
  const common = [...server, `--user=${decodeURIComponent(username)}`, '--default-character-set=utf8mb4'];
  const database = decodeURIComponent(pathname.slice(1));
  return {
    backup: async (file) => {
      const kind = ['--single-transaction', '--skip-lock-tables', '--triggers', '--hex-blob', `--result-file=${file}`];
      const args = [...common, ...kind, database, ...tables];
      await runProgram(['mariadb-dump', 'mysqldump'], { args, environment });
    },
    stepsIn: (file) => stepsIn(file, prefix),
    // Statements that make tables end transactions.
    isAtomic: false,
    restore: async (file) => {
      await runProgram(['mariadb', 'mysql'], { args: [...common, database], environment, input: file });
    },
  };
}
