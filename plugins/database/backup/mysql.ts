import type { BackupTool } from './backup-tool.ts';
import { runProgram } from './program.ts';

/** Dumps and restores the tables of a site by the programs of MariaDB, or those of MySQL. */
export function mysqlBackup(address: string, tables: readonly string[]): BackupTool {
  const { hostname, port, username, password, pathname, searchParams } = new URL(
    address.replace(/^mariadb:/, 'mysql:'),
  );
  const socket = searchParams.get('socketPath');
  const environment = { MYSQL_PWD: decodeURIComponent(password) };
  const server = socket === null ? [`--host=${hostname}`, `--port=${port || 3306}`] : [`--socket=${socket}`];
  const common = [...server, `--user=${decodeURIComponent(username)}`, '--default-character-set=utf8mb4'];
  const database = decodeURIComponent(pathname.slice(1));
  return {
    backup: (file) => {
      const kind = ['--single-transaction', '--skip-lock-tables', '--triggers', '--hex-blob', `--result-file=${file}`];
      return runProgram(['mariadb-dump', 'mysqldump'], {
        args: [...common, ...kind, database, ...tables],
        environment,
      });
    },
    restore: (file) => runProgram(['mariadb', 'mysql'], { args: [...common, database], environment, input: file }),
  };
}
