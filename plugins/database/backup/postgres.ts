import type { BackupTool } from './backup-tool.ts';
import { runProgram } from './program.ts';

/** The arguments of an address that PostgreSQL's own programs know too, with the variables that they read them from. */
const VARIABLES: Readonly<Record<string, string>> = {
  options: 'PGOPTIONS',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  host: 'PGHOST',
};

/** An address as the environment of PostgreSQL's programs. */
function environmentOf(address: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const given: Record<string, string> = {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(
      [...searchParams].flatMap(([name, value]) => (VARIABLES[name] === undefined ? [] : [[VARIABLES[name], value]])),
    ),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** Dumps and restores the schema of a site by `pg_dump` and `pg_restore`. */
export function postgresBackup(address: string, schema: string): BackupTool {
  const environment = environmentOf(address);
  const common = [`--schema=${schema}`, '--no-owner', '--no-privileges'];
  return {
    backup: (file) => runProgram(['pg_dump'], { args: ['--format=custom', ...common, `--file=${file}`], environment }),
    restore: (file) => {
      const database = environment.PGDATABASE ?? environment.PGUSER ?? 'postgres';
      const args = [...common, '--clean', '--if-exists', '--single-transaction', `--dbname=${database}`, file];
      return runProgram(['pg_restore'], { args, environment });
    },
  };
}
