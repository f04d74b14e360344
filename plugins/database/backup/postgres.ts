import { CommandError } from '../../../core/index.ts';
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

/** The names of steps in rows of their table, as `pg_restore` prints them. */
const STEPS = /^([\w-]+:[^\t\n]+)\t/gm;

/** Dumps and restores the schema of a site by `pg_dump` and `pg_restore`. */
export function postgresBackup(address: string, schema: string, prefix: string): BackupTool {
  const environment = environmentOf(address);
  const common = [`--schema=${schema}`, '--no-owner', '--no-privileges'];
  return {
    backup: async (file) => {
      await runProgram(['pg_dump'], { args: ['--format=custom', ...common, `--file=${file}`], environment });
    },
    stepsIn: async (file) => {
      const rows = ['--data-only', `--schema=${schema}`, `--table=${prefix}tappet_migrations`, '--file=-', file];
      const printed = await runProgram(['pg_restore'], { args: rows, environment });
      const steps = new Set([...printed.matchAll(STEPS)].map(([, name]) => name!));
      if (steps.size > 0) return steps;
      throw new CommandError(`it has no table ${prefix}tappet_migrations in a schema ${schema}`);
    },
    isAtomic: true,
    restore: async (file) => {
      const database = environment.PGDATABASE ?? environment.PGUSER ?? 'postgres';
      const args = [...common, '--clean', '--if-exists', '--single-transaction', `--dbname=${database}`, file];
      await runProgram(['pg_restore'], { args, environment });
    },
  };
}
